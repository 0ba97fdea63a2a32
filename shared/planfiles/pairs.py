"""Which file of one folder is compared with which of another: the one rule for pairs.

1. Files at the same path below both folders are a pair.
2. A learned file that is left goes with the reference that *fits*: one of its kind (domain,
   problem, plan), all of whose words are among its own, in the same order. Words are the parts of
   a path between `/`, `-`, `_`, `.` and blanks, but for those that only say what a file is
   (`learned`, `reference`, `domain`, `plan`, …). The reference with the most words is the best;
   where several are equally good there is none, which is said. So `sam/rovers/learned.pddl` goes
   with `rovers.pddl` or `rovers/domain.pddl`, and `lama/p01.plan.2` with `p01.plan`; one reference
   may have many learned files, and a single file fits all of its kind.
3. What is left on either side is compared with nothing. Where no file had its equal by path, the
   folders are laid out differently, and a reference of a kind that the learned folder has nothing
   of is no file that is missing there: such ones are passed over.

Two versions of one tree, as `git difftool -d` hands them over, are another matter: there no file
stands for others. Files at the same path are a pair; of the rest, a file is what another one became
if both define the same by its name, or both are plans, and, as in git, they have at least half of
their lines in common, the likest first. Such a pair has both names. What is left was added or
deleted.

Links to files are followed, as git makes them.
"""

from __future__ import annotations

import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Final, NamedTuple

from plancore.kind import TextKind, kind_of_name
from plancore.report.batch.row import RENAMED, Pair
from plancore.report.lines import visible
from planfiles import limits
from planfiles.files import opened, read_bytes
from planfiles.folders import planning_files_in
from planfiles.text import decode
from planfiles.trouble import FileTrouble, Trouble

LEARNED: Final = "learned.pddl"
REFERENCE: Final = "reference.pddl"

_DEFINES: Final = re.compile(r"\(\s*define\s*\(\s*(domain|problem)\b\s*([^\s();]*)", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"[/\\\-_.\s]+")
_NO_WORDS: Final = frozenset(
    (
        *("learned", "reference", "domain", "problem", "plan", "model", "sas"),
        *("pddl", "hddl", "ppddl", "soln", "sol", "solution"),
    )
)
"""What a file is, and not which one."""
_IS_RENAMED: Final = 0.5
_MOST_COMPARED: Final = 10_000
"""Pairs of files that are compared line by line to find out what was renamed."""


class Pairs(NamedTuple):
    """The pairs in order of their names, and how many references were passed over."""

    pairs: tuple[Pair, ...]
    n_passed_over: int = 0


class _File(NamedTuple):
    name: str
    """Its path below its folder, with `/` between its parts."""
    path: str

    @property
    def kinds(self) -> tuple[str, ...]:
        """What can be compared with it, as far as its name and its start tell: a file that defines
        neither a domain nor a problem may be a damaged one of either."""
        if kind_of_name(self.path) is TextKind.PLAN:
            return ("plan",)
        kind, _ = self.defined
        return (kind,) if kind else ("domain", "problem")

    @property
    def defined(self) -> tuple[str, str]:
        """The kind and the name of what it defines first; empty where it does not say so."""
        if kind_of_name(self.path) is not TextKind.PLAN:
            with suppress(FileTrouble), opened(self.path, regular=True) as file:
                match = _DEFINES.search(decode(file.read(limits.HEAD), self.path))
                if match is not None:
                    return match[1].lower(), match[2].lower()
        return "", ""

    @property
    def words(self) -> tuple[str, ...]:
        """The words of its name that tell it from others of its kind."""
        words = _BETWEEN.split(self.name.lower())
        return tuple(word for word in words if word and word not in _NO_WORDS)


def pairs_between(learned: str, reference: str) -> Pairs:
    """The pairs of two folders, or of a folder and a file that all of its kind is compared with.
    Raises Trouble where there is nothing to compare."""
    ours, theirs = _files(learned), _files(reference)
    if not ours and not theirs:
        raise Trouble(f"no planning files in {learned} and {reference}")
    by_path = [name for name in ours if name in theirs]
    pairs = [Pair(visible(name), ours[name].path, theirs[name].path) for name in by_path]
    left = [file for name, file in ours.items() if name not in theirs]
    references = _References(theirs.values())
    matches = {file.name: references.best_for(file) for file in left}
    for file in left:
        match matches[file.name]:
            case [match]:
                pairs.append(Pair(visible(file.name), file.path, match.path))
            case [first, second, *_]:
                trouble = f"{visible(first.name)} and {visible(second.name)} fit equally well"
                pairs.append(Pair(visible(file.name), file.path, None, trouble))
            case _:
                pairs.append(Pair(visible(file.name), file.path, None))
    used = {*by_path, *(match.name for best in matches.values() for match in best)}
    unused = [file for name, file in theirs.items() if name not in used]
    if by_path or not ours:
        missing = unused
    else:
        kinds = {kind for file in left for kind in file.kinds}
        missing = [file for file in unused if not kinds.isdisjoint(file.kinds)]
    pairs += [Pair(visible(file.name), None, file.path) for file in missing]
    return Pairs(tuple(sorted(pairs, key=_in_order)), len(unused) - len(missing))


def pairs_of_versions(new: str, old: str) -> Pairs:
    """The pairs of two versions of one tree. Raises Trouble where there is nothing to compare."""
    ours, theirs = _files(new), _files(old)
    if not ours and not theirs:
        raise Trouble(f"no planning files in {new} and {old}")
    pairs = [
        Pair(visible(name), ours[name].path, theirs[name].path) for name in ours if name in theirs
    ]
    added = [file for name, file in ours.items() if name not in theirs]
    deleted = [file for name, file in theirs.items() if name not in ours]
    renamed = _renamed(added, deleted)
    for file in added:
        was = renamed.get(file)
        name = file.name if was is None else f"{file.name}{RENAMED}{was.name}"
        pairs.append(Pair(visible(name), file.path, None if was is None else was.path))
    gone = set(deleted).difference(renamed.values())
    pairs += [Pair(visible(file.name), None, file.path) for file in gone]
    return Pairs(tuple(sorted(pairs, key=_in_order)))


def _renamed(added: Sequence[_File], deleted: Sequence[_File]) -> Mapping[_File, _File]:
    """What each of the added files was called, of those that were not added at all."""
    files = (*added, *deleted) if added and deleted else ()
    what = {file: (kind_of_name(file.path), file.defined) for file in files}
    lines = {file: Counter(_lines_of(file)) for file in files}
    candidates = defaultdict(list)
    for was in deleted:
        candidates[what.get(was)].append(was)
    n_compared = sum(len(candidates[what.get(file)]) for file in added)
    if n_compared > _MOST_COMPARED:
        return {}
    alike = sorted(
        (-likeness, file, was)
        for file in added
        for was in candidates[what.get(file)]
        if (likeness := _likeness(lines[file], lines[was])) >= _IS_RENAMED
    )
    renamed: dict[_File, _File] = {}
    taken: set[_File] = set()
    for _, file, was in alike:
        if file not in renamed and was not in taken:
            renamed[file] = was
            taken.add(was)
    return renamed


def _lines_of(file: _File) -> Sequence[bytes]:
    """The lines of a file, without the white space around them; none of one that cannot be read."""
    with suppress(FileTrouble):
        return [line for line in map(bytes.strip, read_bytes(file.path).splitlines()) if line]
    return ()


def _likeness(some: Counter[bytes], others: Counter[bytes]) -> float:
    """How much of the longer one of two files the other has, too, in [0, 1]."""
    longer = max(some.total(), others.total())
    return (some & others).total() / longer if longer else 0.0


def pairs_below(folder: str) -> Iterator[tuple[Pair, str]]:
    """The pairs of files learned.pddl and reference.pddl that stand side by side in a folder below
    `folder`, and that folder, in order of names. Raises Trouble where there are none."""
    if not os.path.isdir(folder):
        raise Trouble(f"{folder}: no such folder")
    is_empty = True
    for base, folders, files in os.walk(folder):
        folders.sort()
        if LEARNED in files and REFERENCE in files:
            is_empty = False
            name = os.path.relpath(base, folder)
            if name == os.curdir:
                name = os.path.basename(os.path.abspath(base))
            paths = (os.path.join(base, file) for file in (LEARNED, REFERENCE))
            yield Pair(visible(name.replace(os.sep, "/")), *paths), base
    if is_empty:
        raise Trouble(f"{folder}: no {LEARNED} with a {REFERENCE} below it")


def _in_order(pair: Pair) -> tuple[str, str, str]:
    return pair.name, pair.learned or "", pair.reference or ""


def _files(path: str) -> Mapping[str, _File]:
    """The planning files below a folder by name; a file by itself has none, and no words."""
    if not os.path.isdir(path):
        return {"": _File("", path)}
    files = {
        os.path.relpath(file, path).replace(os.sep, "/"): file for file in planning_files_in(path)
    }
    # Beside the file that a link leads to stands what belongs to it.
    return {
        name: _File(
            name, os.path.realpath(files[name]) if os.path.islink(files[name]) else files[name]
        )
        for name in sorted(files)
    }


class _References:
    """The references that a file may fit, found by kind and last word."""

    def __init__(self, files: Iterable[_File]) -> None:
        self._files = tuple(files)

    def best_for(self, file: _File) -> list[_File]:
        """The references that fit best; several where they are equally good."""
        words = file.words
        fitting = {
            reference: len(theirs)
            for kind in file.kinds
            for word in (*words, "")
            for theirs, reference in self._candidates[kind, word]
            if _is_within(theirs, words)
        }
        most = max(fitting.values(), default=0)
        return sorted(reference for reference, length in fitting.items() if length == most)

    @cached_property
    def _candidates(self) -> Mapping[tuple[str, str], list[tuple[tuple[str, ...], _File]]]:
        """The files with their words; those without words by an empty one."""
        candidates = defaultdict(list)
        for file in self._files:
            words = file.words
            for kind in file.kinds:
                candidates[kind, words[-1] if words else ""].append((words, file))
        return candidates


def _is_within(few: Sequence[str], many: Sequence[str]) -> bool:
    """Whether `few` are among `many`, in the same order."""
    rest = iter(many)
    return all(word in rest for word in few)
