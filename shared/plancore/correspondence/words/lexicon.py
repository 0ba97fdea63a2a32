"""Words of planning models that mean the same, or nothing, or the opposite, and their stems.

The vocabulary is that of textbooks and of models in general: verbs of moving, taking and putting,
words for places and ways, for being free and being held.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Final

VOWELS: Final = frozenset("aeiouy")

_ENDINGS: Final = (("ies", "i"), ("ied", "i"), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""))


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """`load` of `loaded`, `loading` and `loads`: the commonest endings of English words.

    After M. F. Porter, An algorithm for suffix stripping, 1980, steps 1a to 1c and 5a in short.
    """
    for ending, instead in _ENDINGS:
        root = word.removesuffix(ending)
        if root == word or len(root) < 3 or not VOWELS & {*root} or word.endswith("ss"):
            continue
        word = root + instead
        if ending in ("ing", "ed") and root[-1] == root[-2] and root[-1] not in "lsz":
            word = root[:-1]
        break
    if len(word) > 3 and word[-1] in "ey":
        return word[:-1] + ("i" if word[-1] == "y" else "")
    return word


FILLERS: Final = frozenset(
    ("is", "has", "have", "are", "be", "can", "the", "a", "an", "of", "do", "get", "to", "was")
)
"""Words that say nothing by themselves."""

_NO_REPETITIONS: Final = """
recover release repair report request require reserve reside resort return
"""
"""Words that begin like a repetition and are none: who returns has not turned again."""

NEGATIONS: Final = frozenset(["not", "no", "non", "never", "without"])
NEGATIVE_PREFIXES: Final = ("un", "in", "non", "dis")

_SYNONYMS: Final = """
at in on inside located position loc location place
location position place spot site point area
connect link adjacent neighbor neighbour road path edge adj conn next
hold carry have grasp grip
clear free empty available unoccupied vacant idle
full occupied busy
move go travel walk drive navigate relocate transfer slide shift
move fly sail
pick pickup grab take get lift grasp collect fetch
put putdown drop place release leave deposit
load board embark enter
unload deboard debark disembark exit alight leave
stack pile
open unlock
close shut lock
paint color colour
goal target destination destin
origin source start from initial
robot agent rover
arm hand gripper
vehicle truck car van lorry
airplane plane aircraft jet
person passenger human man worker
object item package thing obj ob
container box crate
room chamber
cell tile square position grid
level floor
fuel energy battery power
cost price expense
time duration
size weight volume
use utilize
usable working functional useable
broken faulty defect
tight fasten
finish complete done end
ready prepared
visit seen
clean wash wipe scrub
deliver serve
make create build produce
destroy remove delete demolish
cut shoot fire
key card
door gate
above over up upper north
below under down lower south
bigger larger greater
smaller less
same equal
different distinct
send transmit communicate
photo picture image
"""

_OPPOSITES: Final = """
clear free empty available unoccupied vacant idle | full occupied busy
open unlock | close shut lock
clean wash wipe scrub | dirty soiled
usable working functional useable | broken faulty defect
tight fasten | loose slack
hot warm | cold cool
wet | dry
alive | dead
awake | asleep
visible | hidden
"""


def meanings(root: str) -> frozenset[int]:
    """The groups of synonyms that the stem `root` belongs to."""
    return _groups().get(root, frozenset())


@lru_cache(maxsize=1)
def no_repetitions() -> frozenset[str]:
    """The stems that begin like a repetition and are none."""
    return frozenset(map(stem, _NO_REPETITIONS.split()))


def are_opposites(root: str, other: str) -> bool:
    """Whether two stems deny each other: `clean`, `dirty`."""
    return (root, other) in _opposites()


@lru_cache(maxsize=1)
def _groups() -> dict[str, frozenset[int]]:
    groups: dict[str, frozenset[int]] = {}
    for number, line in enumerate(_SYNONYMS.split("\n")):
        for word in line.split():
            root = stem(word)
            groups[root] = groups.get(root, frozenset()) | {number}
    return groups


@lru_cache(maxsize=1)
def _opposites() -> frozenset[tuple[str, str]]:
    opposites: set[tuple[str, str]] = set()
    for line in _OPPOSITES.strip().split("\n"):
        ones, others = (map(stem, words.split()) for words in line.split("|"))
        opposites |= {pair for a, b in product(ones, others) for pair in ((a, b), (b, a))}
    return frozenset(opposites)
