"""Names as words: splitting, stems, synonyms, antonyms, and the similarity of two names.

    name  = word ((`-` | `_` | a small letter before a capital | a letter next to a digit) word)*

A word is split further if it consists of words that have synonyms or are in other names: `ishill`
is `is hill` if there is a type `hill`.

The vocabulary is that of textbooks and typical models: verbs of moving, taking and putting, words
for places and ways, for being free and being held.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import combinations, product, starmap
from math import log2
from typing import Final, NamedTuple

from plancore.correspondence.roles import Roles

VOWELS: Final = frozenset("aeiouy")

_ENDINGS: Final = (("ies", "i"), ("ied", "i"), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""))


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """The stem of an English word without its commonest endings: `load` of `loaded`, `loading`,
    `loads`. After M. F. Porter, An algorithm for suffix stripping, 1980: steps 1a to 1c and 5a,
    simplified."""
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
"""Words without a meaning of their own."""

_NO_REPETITIONS: Final = """
recover release repair report request require reserve reside resort return
"""
"""Words with a prefix `re` that does not mean a repetition: `return` is not to turn again."""

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
vertical up
vertical down
horizontal left
horizontal right
left west
right east
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
    """The stems of `_NO_REPETITIONS`."""
    return frozenset(map(stem, _NO_REPETITIONS.split()))


@lru_cache(maxsize=1)
def short_words() -> frozenset[str]:
    """The two-letter words that have synonyms: `at`, `in`, `on`."""
    return frozenset(word for word in _SYNONYMS.split() if len(word) == 2)


def are_opposites(root: str, other: str) -> bool:
    """Whether two stems are antonyms: `clean`, `dirty`."""
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


SAME_STEM: Final = 0.95
AGAIN: Final = 0.8
SAME_MEANING: Final = 0.75
ABBREVIATED: Final = 0.7
"""The similarities of two words: with the same stem (`SAME_STEM`), also after `re` (`AGAIN`), with
the same or the opposite meaning (`SAME_MEANING`), or abbreviated."""

TURNED: Final = 0.85
"""The factor for the same words in another order: `car-to-curb`, `curb-to-car`."""

OF_TYPE: Final = 0.35
"""The weight of a word that is the name of a type: types are compared anyway."""

_CLOSE: Final = 0.82
_LONGEST: Final = 16
"""The maximum length of a word within a compound."""
_PARTS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+|\d+")


class NameWords(NamedTuple):
    """The meaningful words of a name, and whether it has a negation."""

    content: tuple[str, ...]
    negated: bool


class Vocabulary:
    """The words of two models: how names are split, and the weight of each word. A word in many
    names has a low weight: `at` in `car-at`, `truck-at` and `depot-at`. `spelling` has the names
    with their capitals."""

    def __init__(
        self,
        names: Iterable[str] = (),
        types: Iterable[str] = (),
        spelling: Mapping[str, str] | None = None,
    ) -> None:
        self._spelling = spelling or {}
        every_name, every_type = list(names), list(types)
        self._compounds: dict[str, list[str]] = {}
        self._known = {part for name in (*every_name, *every_type) for part in self._parts(name)}
        self._of_types = {stem(word) for name in every_type for word in self._split(name)}
        counts = Counter(stem(word) for name in every_name for word in {*self._split(name)})
        self._weights = {root: 1 / (1 + 0.5 * log2(count)) for root, count in counts.items()}
        self._words: dict[str, NameWords] = {}
        self._similarity: dict[tuple[str, str], float] = {}

    def words(self, name: str) -> NameWords:
        """The words of `name`."""
        words = self._words.get(name)
        if words is None:
            words = self._words[name] = self._said(self._split(name))
        return words

    def similarity(self, one: str, other: str) -> float:
        """The similarity of two names in 0..1: the weighted overlap of their words (Dice)."""
        if one == other:
            return 1.0
        alike = self._similarity.get((one, other))
        if alike is None:
            words = self.words(one).content, self.words(other).content
            alike = self._similarity[one, other] = self._shared(*words)
        return alike

    def begins_with(self, one: str, other: str) -> bool:
        """Whether `one` begins with all words of `other` and has more: `on-b3-b5`, `on`."""
        mine, yours = self._parts(one), self._parts(other)
        return len(mine) > len(yours) > 0 and mine[: len(yours)] == yours

    def contradict(self, one: str, other: str) -> bool:
        """Whether two names have opposite meanings. Either exactly one has a negation, as in
        `painted` and `unpainted`, or they differ in antonyms, as in `clean` and `dirty`; both
        together cancel out."""
        mine, yours = self.words(one), self.words(other)
        pairs = product({*mine.content} - {*yours.content}, {*yours.content} - {*mine.content})
        opposed = any(starmap(are_opposed, pairs))
        return (mine.negated != yours.negated) is not opposed

    def _shared(self, ours: tuple[str, ...], theirs: tuple[str, ...]) -> float:
        pairs = sorted(
            (-word_similarity(a, b), i, j) for i, a in enumerate(ours) for j, b in enumerate(theirs)
        )
        matches: dict[int, int] = {}
        shared = 0.0
        for unlike, i, j in pairs:
            if unlike and i not in matches and j not in matches.values():
                matches[i] = j
                shared -= unlike * (self._weight(ours[i]) + self._weight(theirs[j]))
        told = sum(map(self._weight, (*ours, *theirs)))
        turned = any((i < k) is not (j < n) for (i, j), (k, n) in combinations(matches.items(), 2))
        return shared / told * (TURNED if turned else 1.0) if told else 0.0

    def _weight(self, word: str) -> float:
        root = stem(word)
        weight = self._weights.get(root, 1.0)
        return OF_TYPE * weight if root in self._of_types else weight

    def _parts(self, name: str) -> list[str]:
        return [part.lower() for part in _PARTS.findall(self._spelling.get(name, name))]

    def _split(self, name: str) -> list[str]:
        return [word for part in self._parts(name) for word in self._compound(part)]

    def _compound(self, part: str) -> list[str]:
        """The known words of a compound, `put in drawer` of `putindrawer`; else the part itself."""
        words = self._compounds.get(part)
        if words is None:
            is_word = bool(meanings(stem(part))) or part in FILLERS
            found = None if is_word else self._words_in(part)
            words = self._compounds[part] = [part] if found is None else found
        return words

    def _words_in(self, part: str) -> list[str] | None:
        """The fewest known words that make up `part`: at least two, not all of them fillers."""
        best: list[list[str] | None] = [[]] + [None] * len(part)
        for end in range(1, len(part) + 1):
            for start in range(max(0, end - _LONGEST), end):
                before, word = best[start], part[start:end]
                is_shorter = before is not None and (
                    best[end] is None or len(before) + 1 < len(best[end] or ())
                )
                if before is not None and is_shorter and word != part and self._is_known(word):
                    best[end] = [*before, word]
        found = best[-1]
        return found if found and not FILLERS.issuperset(found) else None

    def _is_known(self, word: str) -> bool:
        if word in FILLERS or word in short_words():
            return True
        return len(word) > 2 and (word in self._known or bool(meanings(stem(word))))

    def _said(self, words: list[str]) -> NameWords:
        negated = False
        content: list[str] = []
        for word in words:
            if word in NEGATIONS:
                negated = not negated
                continue
            positive = self._without_not(word)
            negated ^= positive != word
            if positive not in FILLERS:
                content.append(positive)
        return NameWords(tuple(content or words), negated)

    def _without_not(self, word: str) -> str:
        """`painted` of `unpainted` if `painted` is a known word; otherwise the word itself."""
        if not meanings(stem(word)):
            for prefix in NEGATIVE_PREFIXES:
                rest = word.removeprefix(prefix)
                if rest != word and (rest in self._known or meanings(stem(rest))):
                    return rest
        return word


@lru_cache(maxsize=20_000)
def word_similarity(one: str, other: str) -> float:
    """The similarity of two words, in 0..1."""
    if one == other:
        return 1.0
    if one.isdigit() or other.isdigit():
        return 0.0
    root, other_root = stem(one), stem(other)
    if root == other_root:
        return SAME_STEM
    if _is_repetition(root, other_root):
        return AGAIN
    if meanings(root) & meanings(other_root) or are_opposites(root, other_root):
        return SAME_MEANING
    if _is_abbreviation(one, other):
        return ABBREVIATED
    if min(len(one), len(other)) < 4 or one[0] != other[0]:
        return 0.0
    ratio = SequenceMatcher(None, one, other, autojunk=False).ratio()
    return ratio if ratio >= _CLOSE else 0.0


@lru_cache(maxsize=20_000)
def are_opposed(one: str, other: str) -> bool:
    """Whether two words are antonyms."""
    return are_opposites(stem(one), stem(other))


def _is_repetition(root: str, other: str) -> bool:
    """Whether one stem is the other with the prefix `re`: `recharge`, `refuel`."""
    short, long = sorted((root, other), key=len)
    return len(short) > 3 and long == f"re{short}" and long not in no_repetitions()


def _is_abbreviation(one: str, other: str) -> bool:
    """Whether the shorter word begins the longer one, or is the longer one without its vowels."""
    short, long = sorted((one, other), key=len)
    if len(short) < 3 or len(short) > 0.75 * len(long) or short[0] != long[0]:
        return False
    if long.startswith(short):
        return True
    letters = iter(long)
    return not VOWELS & {*short[1:]} and all(letter in letters for letter in short)


_CONTRADICTED: Final = 0.2
"""The factor for the similarity of two names with opposite meanings."""


class NameSimilarity:
    """The vocabularies of each kind of name. The scores of actions and symbols are lowered for
    opposite meanings."""

    def __init__(self, ours: Roles, theirs: Roles) -> None:
        types = {*ours.declared_types, *theirs.declared_types}
        spelling = {**theirs.spelling, **ours.spelling}
        self.symbols = Vocabulary([*ours.symbols, *theirs.symbols], types, spelling)
        self.actions = Vocabulary([*ours.operators, *theirs.operators], types, spelling)
        self.types = Vocabulary([*ours.types, *theirs.types], (), spelling)
        self.parameters = Vocabulary()

    def of_symbols(self, mine: str, yours: str) -> float:
        """The similarity of the names of two predicates or functions, in 0..1."""
        return _denied(self.symbols, mine, yours)

    def is_part(self, one: str, other: str) -> bool:
        """Whether `one` extends the name `other`, as the name of a part does: `on-b3-b5`, `on`."""
        words = self.symbols
        return words.begins_with(one, other) and not words.contradict(one, other)

    def denied(self, mine: str, yours: str) -> float:
        """The degree to which the names of two symbols have opposite meanings, in 0..1."""
        words = self.symbols
        return words.similarity(mine, yours) if words.contradict(mine, yours) else 0.0

    def of_actions(self, mine: str, yours: str) -> float:
        """The similarity of the names of two actions, in 0..1."""
        return _denied(self.actions, mine, yours)


def _denied(words: Vocabulary, mine: str, yours: str) -> float:
    alike = words.similarity(mine, yours)
    return _CONTRADICTED * alike if words.contradict(mine, yours) else alike
