"""Pair the files of two folders for a comparison.

1. Files at the same path below both folders are a pair.
2. A remaining learned file is paired with the reference that *fits*: a file of the same kind
   (domain, problem, plan) whose words are all among its own, in the same order. Words are the parts
   of a path between `/`, `-`, `_`, `.` and blanks, except those that only name a kind
   (`learned`, `reference`, `domain`, `plan`, …). The reference with the most words is the best;
   several equally good ones are an error of the pair. So `sam/rovers/learned.pddl` goes with
   `rovers.pddl` or `rovers/domain.pddl`, and `lama/p01.plan.2` with `p01.plan`. One reference may
   have many learned files, and a single file fits all of its kind.
3. The rest of either side is compared with nothing. If no files have the same path, the folders are
   laid out differently; if the learned folder has only plans, domains and problems were not
   learned. In both cases references of a kind that the learned folder does not have are not missing
   but passed over.

Two versions of one tree, as `git difftool -d` passes them, are paired by `pairs_of_versions`. Files
at the same path are a pair. Of the rest, a file is a renamed one if both define the same name, or
both are plans, and they share, as in git, at least half of their lines; the most similar files
first. Such a pair has both names. Other files were added or deleted. A file with an unknown name is
read, and included if it defines a domain or a problem; all others are counted.

Links to files are followed, since `git difftool -d` makes them.
"""

from __future__ import annotations

import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from functools import cached_property
from typing import Final, NamedTuple

from plancore.kind import TextKind, kind_of_name, text_kind
from plancore.report.batch.row import RENAMED, BatchPair
from plancore.report.lines import visible
from planfiles.companions import LEARNED, REFERENCE
from planfiles.errors import FileError, UserError
from planfiles.files import read_bytes
from planfiles.folders import every_file_in, planning_files_in
from planfiles.starts import head_of

_DEFINES: Final = re.compile(r"\(\s*define\s*\(\s*(domain|problem)\b\s*([^\s();]*)", re.IGNORECASE)
_BEGINS: Final = re.compile(r"\ufeff?(?>(?:\s|;[^\n]*\n)*)" + _DEFINES.pattern, re.IGNORECASE)
_BETWEEN: Final = re.compile(r"[/\\\-_.\s]+")
_NO_WORDS: Final = frozenset(
    (
        *("learned", "reference", "domain", "problem", "plan", "model", "sas"),
        *("pddl", "hddl", "ppddl", "soln", "sol", "solution"),
    )
)
"""Words that name the kind of a file and do not identify it."""


class FilePairs(NamedTuple):
    """Pairs sorted by name, the number of references that were passed over, and the number of files
    in two versions of a tree that are not planning files."""

    pairs: tuple[BatchPair, ...]
    n_passed_over: int = 0
    n_others: int = 0


class File(NamedTuple):
    """A file of a folder whose files are to be paired."""

    name: str
    """The path below its folder, with `/` as separator."""
    path: str

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of files that it can be compared with, by its name and its start. A file that
        defines neither a domain nor a problem may be a damaged one of either kind."""
        if kind_of_name(self.path) is TextKind.PLAN:
            return ("plan",)
        kind, _ = self.defined
        if not kind and text_kind(self._start, self.path) is TextKind.PLAN:
            return ("plan",)
        return (kind,) if kind else ("domain", "problem")

    @property
    def defined(self) -> tuple[str, str]:
        """The kind and name of its first definition; empty if unknown."""
        if kind_of_name(self.path) is not TextKind.PLAN:
            match = _DEFINES.search(self._start)
            if match is not None:
                return match[1].lower(), match[2].lower()
        return "", ""

    @property
    def begins_with_definition(self) -> bool:
        """Whether its first form is a domain or a problem, whatever the name of the file."""
        return _BEGINS.match(self._start) is not None

    @property
    def words(self) -> tuple[str, ...]:
        """The words that identify it among files of its kind."""
        words = _BETWEEN.split(self.name.lower())
        return tuple(word for word in words if word and word not in _NO_WORDS)

    @property
    def _start(self) -> str:
        """The start of its text; empty if it cannot be read."""
        return head_of(self.path) or ""


def pairs_between(learned: str, reference: str) -> FilePairs:
    """The pairs of two folders, or of a folder and one file, which is compared with all files of
    its kind. Raises UserError if there is nothing to compare."""
    ours, theirs = files_by_name(learned), files_by_name(reference)
    if not ours and not theirs:
        raise UserError(f"no planning files in {learned} and {reference}")
    by_path = [name for name in ours if name in theirs]
    pairs = [BatchPair(visible(name), ours[name].path, theirs[name].path) for name in by_path]
    left = [file for name, file in ours.items() if name not in theirs]
    references = _References(theirs.values())
    matches = {file.name: references.best_for(file) for file in left}
    for file in left:
        match matches[file.name]:
            case [match]:
                pairs.append(BatchPair(visible(file.name), file.path, match.path))
            case [first, second, *_]:
                trouble = f"{visible(first.name)} and {visible(second.name)} match equally well"
                pairs.append(BatchPair(visible(file.name), file.path, None, trouble))
            case _:
                pairs.append(BatchPair(visible(file.name), file.path, None))
    used = {*by_path, *(match.name for best in matches.values() for match in best)}
    unused = [file for name, file in theirs.items() if name not in used]
    are_plans = all(file.kinds == ("plan",) for file in ours.values())
    if not ours or (by_path and not are_plans):
        missing = unused
    else:
        kinds = {kind for file in ours.values() for kind in file.kinds}
        missing = [file for file in unused if not kinds.isdisjoint(file.kinds)]
    pairs += [BatchPair(visible(file.name), None, file.path) for file in missing]
    return FilePairs(tuple(sorted(pairs, key=in_order)), len(unused) - len(missing))


def pairs_below(folder: str) -> Iterator[tuple[BatchPair, str]]:
    """The pairs of files learned.pddl and reference.pddl in folders at or below `folder`, each with
    its folder, sorted by name. Raises UserError if there are none."""
    if not os.path.isdir(folder):
        raise UserError(f"{folder}: no such directory")
    is_empty = True
    for base, folders, files in os.walk(folder):
        folders.sort()
        if LEARNED in files and REFERENCE in files:
            is_empty = False
            name = os.path.relpath(base, folder)
            if name == os.curdir:
                name = os.path.basename(os.path.abspath(base))
            paths = (os.path.join(base, file) for file in (LEARNED, REFERENCE))
            yield BatchPair(visible(name.replace(os.sep, "/")), *paths), base
    if is_empty:
        raise UserError(f"{folder}: no directory with {LEARNED} and {REFERENCE} in it")


def in_order(pair: BatchPair) -> tuple[str, str, str]:
    """The sort key of pairs."""
    return pair.name, pair.learned or "", pair.reference or ""


def files_by_name(path: str) -> Mapping[str, File]:
    """The planning files below a folder by name; a single file has an empty name and no words."""
    if not os.path.isdir(path):
        return {"": File("", path)}
    return by_name(path, planning_files_in(path))


def by_name(folder: str, paths: Iterable[str]) -> Mapping[str, File]:
    """Files by their paths relative to `folder`, sorted."""
    files = {os.path.relpath(path, folder).replace(os.sep, "/"): path for path in paths}
    # The companions of a file are next to the target of a link.
    return {
        name: File(
            name, os.path.realpath(files[name]) if os.path.islink(files[name]) else files[name]
        )
        for name in sorted(files)
    }


class _References:
    """The references, indexed by kind and last word."""

    def __init__(self, files: Iterable[File]) -> None:
        self._files = tuple(files)

    def best_for(self, file: File) -> list[File]:
        """The references that fit best; several if they are equally good."""
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
    def _candidates(self) -> Mapping[tuple[str, str], list[tuple[tuple[str, ...], File]]]:
        """The files with their words, by kind and last word: empty for a file without words."""
        candidates = defaultdict(list)
        for file in self._files:
            words = file.words
            for kind in file.kinds:
                candidates[kind, words[-1] if words else ""].append((words, file))
        return candidates


def _is_within(few: Sequence[str], many: Sequence[str]) -> bool:
    """Whether `few` is a subsequence of `many`."""
    rest = iter(many)
    return all(word in rest for word in few)


_IS_RENAMED: Final = 0.5
_MOST_COMPARED: Final = 10_000
"""Maximum number of pairs of files that are compared line by line to detect renamed files."""


def pairs_of_versions(new: str, old: str) -> FilePairs:
    """The pairs of two versions of one tree. Raises UserError if there is nothing to compare."""
    (ours, our_others), (theirs, their_others) = _sorted_out(new), _sorted_out(old)
    if not ours and not theirs:
        raise UserError(f"no planning files in {new} and {old}")
    n_others = len((our_others | their_others) - ours.keys() - theirs.keys())
    pairs = [
        BatchPair(visible(name), ours[name].path, theirs[name].path)
        for name in ours
        if name in theirs
    ]
    added = [file for name, file in ours.items() if name not in theirs]
    deleted = [file for name, file in theirs.items() if name not in ours]
    renamed = _renamed(added, deleted)
    for file in added:
        was = renamed.get(file)
        name = file.name if was is None else f"{file.name}{RENAMED}{was.name}"
        pairs.append(BatchPair(visible(name), file.path, None if was is None else was.path))
    gone = set(deleted).difference(renamed.values())
    pairs += [BatchPair(visible(file.name), None, file.path) for file in gone]
    return FilePairs(tuple(sorted(pairs, key=in_order)), n_others=n_others)


def _sorted_out(folder: str) -> tuple[Mapping[str, File], Set[str]]:
    """The planning files of a version by name, and the names of all its other files."""
    files = by_name(folder, every_file_in(folder))
    planning = {
        name: file
        for name, file in files.items()
        if kind_of_name(name) is not None or file.begins_with_definition
    }
    return planning, files.keys() - planning.keys()


def _renamed(added: Sequence[File], deleted: Sequence[File]) -> Mapping[File, File]:
    """The old file of each file in `added` that is a renamed one."""
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
    renamed: dict[File, File] = {}
    taken: set[File] = set()
    for _, file, was in alike:
        if file not in renamed and was not in taken:
            renamed[file] = was
            taken.add(was)
    return renamed


def _lines_of(file: File) -> Sequence[bytes]:
    """The lines of a file, stripped, without blank ones; none if it cannot be read."""
    with suppress(FileError):
        return [line for line in map(bytes.strip, read_bytes(file.path).splitlines()) if line]
    return ()


def _likeness(some: Counter[bytes], others: Counter[bytes]) -> float:
    """The share of common lines in the longer of two files, in [0, 1]."""
    longer = max(some.total(), others.total())
    return (some & others).total() / longer if longer else 0.0
