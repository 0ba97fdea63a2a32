"""The similarity of two files: by their folders, names and vocabularies.

Names of files are chosen by the caller, paths or URIs, with `/` between their parts.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from enum import IntEnum
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

from plancore.grouping import grouped
from plancore.lower.environment import BUILT_IN
from plancore.lower.facts import fact_table, lower_facts
from plancore.lower.section import Uses
from plancore.memo import lazy
from plancore.model.domain import OBJECT
from plancore.snapshot import DefinitionSnapshot

if TYPE_CHECKING:
    from plancore.model.plan import Plan

_ROLE: Final = re.compile(r"domain|problem|instance|pfile|task|prob|inst|dom")
_PART: Final = re.compile(r"[0-9]+|[^\W\d_]+")
_UNIT: Final = re.compile(r"(?<![^\W_])v[0-9]+|[0-9]+(?:[^\W\d_]{2,})?|[^\W\d_]+")
"""A part of a name in which the number of a version, or with a unit, is none of its own: `4ops`."""
_OF_PROBLEMS: Final = re.compile(r"/(?:problem|instance|task|prob|inst|pfile)s?$")
_ENDING: Final = re.compile(r"\.(?:pddl|hddl|ppddl)$")
_WORDS: Final = re.compile(r"[^\s();]+")
_UNDECLARED: Final = BUILT_IN | {"=", OBJECT}
"""Words that a problem may use without a domain."""


class SharedVocabulary(NamedTuple):
    """How many of the predicates, functions, types and constants that a problem uses a domain
    declares, or how many of the objects of a plan a problem has."""

    declared: int
    used: int

    @property
    def is_foreign(self) -> bool:
        """Whether less than half of them are declared."""
        return 2 * self.declared < self.used


def vocabulary(problem: DefinitionSnapshot, domain: DefinitionSnapshot) -> SharedVocabulary:
    """How much of the vocabulary of `problem` the `domain` declares."""
    return overlap(words(problem), words(domain))


def overlap(used: Set[str], declared: Set[str]) -> SharedVocabulary:
    """The number of words in `used` that are `declared`."""
    return SharedVocabulary(len(used & declared), len(used))


def words(definition: DefinitionSnapshot) -> frozenset[str]:
    """The predicates, functions, types and constants that a domain declares, or that a problem
    uses, without the problem's own objects."""
    if definition.kind != "problem":
        environment = definition.environment
        return frozenset(
            (
                *environment.predicates,
                *environment.functions,
                *environment.hierarchy.names,
                *environment.objects,
            )
        )
    used: set[str] = set()
    objects: set[str] = set()
    for model in definition.models:
        used |= _names(model.uses)
        objects.update(name.name for name in model.names)
    for form in definition.fact_forms:
        table = fact_table(form)
        if table is None:
            used |= _names(lower_facts(form).uses)
        else:
            used.update(table.atoms, table.fluents)
            for rows in table.atoms.values():
                used.update(*rows)
    return frozenset(used - objects - _UNDECLARED)


def _names(uses: Uses) -> set[str]:
    names = {use.atom.predicate for use in uses.atoms}
    for use in uses.atoms:
        names.update(arg for arg in use.atom.args if isinstance(arg, str) and arg[:1] != "?")
    names.update(use.term.name for use in uses.functions)
    names.update(uses.type_names())
    return names


def objects_of(plan: Plan) -> set[str]:
    """The arguments of the steps of a plan."""
    return {argument for step in plan.steps for argument in step.action.args}


def words_in(text: str) -> set[str]:
    """The names in a text, in lower case."""
    return set(_WORDS.findall(text.lower()))


_EASY: Final = 256
"""Maximum number of folders with a common name that are searched for a mirrored one."""


class Place(IntEnum):
    """The relation of the nearest folders to a folder."""

    SAME = 0
    ABOVE = 1
    BELOW = 2
    MIRRORED = 3
    """In another branch, in folders of the same names: `solutions/X/easy` and `X/easy`."""
    ELSEWHERE = 4


class Nearest(NamedTuple):
    """The nearest folders, all at the same distance in steps, and their relation."""

    steps: int
    place: Place
    folders: Sequence[str]


class Folders:
    """Finds the nearest of some folders: the folder itself, those above and below it and those with
    the same names in another branch, by the number of steps; else those that share most of its
    path. No query scans all folders."""

    def __init__(self, folders: Iterable[str]) -> None:
        self._folders = frozenset(folders)
        self._known: dict[str, Nearest] = {}

    @lazy
    def _sorted(self) -> list[str]:
        return sorted(self._folders)

    @lazy
    def _below(self) -> dict[str, tuple[int, list[str]]]:
        """The nearest folders below each folder, with their depth."""
        below: dict[str, tuple[int, list[str]]] = {}
        for each in self._sorted:
            depth = _depth(each)
            for above in _above(each):
                known = below.get(above)
                if known is None or depth < known[0]:
                    below[above] = depth, [each]
                elif depth == known[0]:
                    known[1].append(each)
        return below

    @lazy
    def _n_below(self) -> Counter[str]:
        """How many of the folders are below each."""
        return Counter(above for each in self._folders for above in _above(each))

    @lazy
    def _called(self) -> dict[str, list[str]]:
        """The folders by each part of their path."""
        return grouped((part, each) for each in self._sorted for part in {*each.lower().split("/")})

    def nearest(self, home: str) -> Nearest:
        """The folders nearest to the folder `home`; empty if there are no folders."""
        if home not in self._known:
            self._known[home] = self._nearest(home)
        return self._known[home]

    def around(self, home: str) -> str:
        """The nearest folder that is one of these or has some below it, from `home` upwards."""
        above = (
            each for each in (home, *_above(home)) if each in self._folders or each in self._below
        )
        return next(above, "")

    def below(self, home: str) -> Sequence[str]:
        """The folder `home` if it is one of these, else the nearest ones below it."""
        return (home,) if home in self._folders else self._below[home][1]

    def inside(self, home: str) -> Sequence[str]:
        """The folders that are `home` or below it, in order."""
        return [*({home} & self._folders if home else ()), *_inside(self._sorted, home)]

    def only_around(self, home: str) -> str | None:
        """The only one below the nearest folder around `home` that has any below it: the problems
        of `a/plans` in `a/problems`, and not those in `b`. Of several, the only sibling of `home`
        if it is called `problems` or the like."""
        around = next((above for above in _above(home) if self._n_below[above]), None)
        if around is None:
            return None
        depth, nearest = self._below[around]
        if len(nearest) > 1:
            return None
        is_sibling = depth == _depth(around) + 1 == _depth(home)
        is_called_so = is_sibling and _OF_PROBLEMS.search(nearest[0].lower())
        return nearest[0] if self._n_below[around] == 1 or is_called_so else None

    @property
    def names(self) -> Set[str]:
        """The parts of the paths of these folders, in lower case."""
        return self._called.keys()

    def only_called(self, name: str, home: str) -> str | None:
        """The only folder with a part of that name, in lower case, in its path, in the nearest
        folder around `home` that has any of these folders."""
        folders = _inside(self._called.get(name, ()), self.around(home))
        return folders[0] if len(folders) == 1 else None

    def _nearest(self, home: str) -> Nearest:
        if home in self._folders:
            return Nearest(0, Place.SAME, (home,))
        found = [*self._mirrored(home)]
        for steps, above in enumerate(_above(home), start=1):
            if above in self._folders:
                found.append(Nearest(steps, Place.ABOVE, (above,)))
                break
        if home in self._below:
            depth, folders = self._below[home]
            found.append(Nearest(depth - _depth(home), Place.BELOW, folders))
        nearest = min(found, default=None)
        if nearest is not None and nearest.place is not Place.MIRRORED:
            return nearest
        # Of two copies of a folder, each has its own files.
        elsewhere = self._elsewhere(home)
        return nearest if nearest is not None and nearest.steps < elsewhere.steps else elsewhere

    def _elsewhere(self, home: str) -> Nearest:
        for above in _above(home):
            if above in self._below:
                depth, folders = self._below[above]
                steps = _depth(home) + depth - 2 * _depth(above)
                return Nearest(steps, Place.ELSEWHERE, folders)
        return Nearest(0, Place.ELSEWHERE, ())

    def _mirrored(self, home: str) -> Iterator[Nearest]:
        parts = home.lower().split("/")
        called = (self._called.get(part, ()) for part in {*parts} if part)
        for folders in sorted(called, key=len):
            steps: dict[int, list[str]] = {}
            for each in folders if len(folders) <= _EASY else ():
                between = _steps_between(parts, each.lower().split("/"))
                if between is not None:
                    steps.setdefault(between, []).append(each)
            if steps:
                yield Nearest(min(steps), Place.MIRRORED, steps[min(steps)])
                return


def _inside(folders: Sequence[str], home: str) -> Sequence[str]:
    """The folders below `home`, of some in order."""
    if not home:
        return folders
    first, end = (bisect_left(folders, f"{home}{each}") for each in "/0")  # `0` follows `/`
    return folders[first:end]


def _depth(folder: str) -> int:
    return folder.count("/") + 1 if folder else 0


def _above(folder: str) -> Iterator[str]:
    """The folders around a folder, nearest first."""
    while folder:
        folder = folder.rpartition("/")[0]
        yield folder


def _steps_between(one: Sequence[str], other: Sequence[str]) -> int | None:
    """The number of parts that only one of two paths has, by their longest common subsequence; None
    if they have no common part after their common prefix."""
    shared = _shared(one, other)
    ours, theirs = one[shared:], other[shared:]
    lengths = [0] * (len(theirs) + 1)
    for part in ours:
        before = 0
        for i, their in enumerate(theirs, start=1):
            before, lengths[i] = (
                lengths[i],
                (before + 1 if part == their else max(lengths[i], lengths[i - 1])),
            )
    return len(ours) + len(theirs) - 2 * lengths[-1] if lengths[-1] else None


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """The length of the common prefix."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))


_FEW: Final = 32
"""Maximum number of domains with a common word that are compared by it."""
_ENOUGH: Final = 3
"""Minimum length of a common prefix that counts."""


class DomainNames:
    """Finds the files of domains that are named like the file of a problem, apart from words such
    as `domain` and `problem`."""

    def __init__(self, files: Iterable[str]) -> None:
        self._files = tuple(files)
        self._called: dict[tuple[str, ...], list[str]] = {}
        self._alike: dict[str, list[str]] = {}
        self._shared: dict[tuple[str, ...], list[str]] = {}
        for file in self._files:
            self._called.setdefault(_words_of(file), []).append(file)

    @lazy
    def _initials(self) -> dict[tuple[str, ...], list[str]]:
        """The files by their words without an initial `d`, as in `dsliding-2`."""
        return {rest: files for words, files in self._called.items() if (rest := _rest(words, "d"))}

    @lazy
    def _letters(self) -> list[tuple[str, list[str]]]:
        """The files sorted by the letters of their words."""
        by_letters: dict[str, list[str]] = {}
        for words, files in self._called.items():
            by_letters.setdefault(_letters_of(words), []).extend(files)
        return sorted(by_letters.items())

    @lazy
    def _telling(self) -> dict[str, list[tuple[tuple[str, ...], str]]]:
        """The files by each word that may say which domain it is, with all of these words."""
        by_word: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for file in self._files:
            words = _words_of(file, _UNIT)
            for word in {*words}:
                if len(word) > 1 or word.isdigit():
                    by_word.setdefault(word, []).append((words, file))
        return by_word

    def like(self, problem: str, home: str = "") -> Sequence[str]:
        """The files whose names fit that of a problem best: whose words and numbers are the longest
        sequence of words in it; else those with the longest sequence of words in common with it,
        and no other number; else in its folder `home`; else those with the longest common prefix;
        else those without words of their own; else those without a number; else all. Equal answers
        are the same object."""
        if len(self._files) == 1:
            return self._files
        words = _words_of(problem)
        return (
            self._within(words)
            or self._initials.get(_rest(words, "p"), ())
            or self._sharing(_words_of(problem, _UNIT))
            or self.of_folder(home)
            or self._beginning(_letters_of(words))
            or self._called.get((), self._unnumbered or self._files)
        )

    @lazy
    def _unnumbered(self) -> Sequence[str]:
        return [file for file in self._files if not _numbers(_words_of(file))]

    def _sharing(self, words: tuple[str, ...]) -> Sequence[str]:
        """The files without other numbers than `words` that have the longest sequence of these, of
        several those that have most of them."""
        if words not in self._shared:
            likely = (self._telling.get(word, ()) for word in {*words})
            found = {each for files in likely if len(files) <= _FEW for each in files}
            is_plain = () in self._called  # a number alone is no evidence against `domain.pddl`
            likeness = {
                file: (_longest_run(words, theirs), len(common))
                for theirs, file in found
                if _numbers(theirs) <= {*words}
                for common in ({*words} & {*theirs},)
                if not is_plain or common > _numbers(common)
            }
            most = max(likeness.values(), default=None)
            self._shared[words] = sorted(file for file in likeness if likeness[file] == most)
        return self._shared[words]

    def of_folder(self, home: str) -> Sequence[str]:
        """The files whose words are the longest sequence of words in the folder `home`."""
        return self._within(_words_of(f"{home}/{home.rpartition('/')[2]}")) if home else ()

    def _within(self, words: tuple[str, ...]) -> Sequence[str]:
        for length in range(len(words), 0, -1):
            for start in range(len(words) - length + 1):
                if files := self._called.get(words[start : start + length]):
                    return files
        return ()

    def _beginning(self, letters: str) -> Sequence[str]:
        at = bisect_left(self._letters, letters, key=lambda entry: entry[0])
        near = self._letters[max(at - 1, 0) : at + 1]
        most = max((_shared(letters, other) for other, _ in near), default=0)
        if most < _ENOUGH:
            return ()
        beginning = letters[:most]
        if beginning not in self._alike:
            first = bisect_left(self._letters, beginning, key=lambda entry: entry[0])
            alike = takewhile(lambda entry: entry[0].startswith(beginning), self._letters[first:])
            self._alike[beginning] = [file for _, files in alike for file in files]
        return self._alike[beginning]


def _rest(words: tuple[str, ...], initial: str) -> tuple[str, ...]:
    first = words[0] if words else ""
    is_led = first.startswith(initial) and len(first) > _ENOUGH
    return (first[1:], *words[1:]) if is_led else ()


def _letters_of(words: Iterable[str]) -> str:
    return "".join(word for word in words if word.isalpha())


def _numbers(words: Iterable[str]) -> set[str]:
    return {word for word in words if word.isdigit()}


def _longest_run(words: Sequence[str], other: Sequence[str]) -> int:
    """The length of the longest sequence of words that is in both."""
    lengths = [0] * (len(other) + 1)
    longest = 0
    for word in words:
        before = 0
        for i, their in enumerate(other, start=1):
            before, lengths[i] = lengths[i], before + 1 if word == their else 0
            longest = max(longest, lengths[i])
    return longest


@lru_cache(maxsize=10_000)
def _words_of(file: str, part: re.Pattern[str] = _PART) -> tuple[str, ...]:
    """The words and numbers in the name of a file, without those for its kind."""
    name = _ENDING.sub("", file.rpartition("/")[2].lower())
    parts = part.findall(_ROLE.sub(" ", name))
    for end in (0, -1):
        if parts[1:] and parts[end] in ("d", "p"):
            del parts[end]
    return tuple(part.lstrip("0") or "0" if part.isdigit() else part for part in parts)


def told_apart(files: Sequence[str]) -> list[str]:
    """The names of files relative to their common folder: most are called `domain.pddl`."""
    from urllib.parse import unquote  # late: only the server uses URIs

    paths = [(unquote(name) if "://" in name else name).split("/") for name in files]
    shared = min(map(len, paths)) - 1
    for path in paths[1:]:
        shared = min(shared, _shared(paths[0], path))
    return ["/".join(path[shared:]) for path in paths]


def in_line(folder: str, other_folder: str) -> bool:
    """Whether two folders are the same or one contains the other."""
    short, long = sorted((folder, other_folder), key=len)
    return not short or long == short or long.startswith(f"{short}/")


def distance(folder: str, other_folder: str) -> tuple[int, int]:
    """A sort key for the distance of two folders: 0 for the same, then the parts not shared."""
    if folder == other_folder:
        return (0, 0)
    parts, other_parts = folder.split("/"), other_folder.split("/")
    shared = _shared(parts, other_parts)
    return (len(parts) - shared, len(other_parts) - shared + 1)
