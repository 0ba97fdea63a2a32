"""Which file of a new version of a tree goes with which of the old one, as `git difftool -d` hands
both over.

No file stands for others there, as references may (`pairs`). Files at the same path are a pair. Of
the rest, a file is what another one became if both define the same by its name, or both are plans,
and, as in git, they have at least half of their lines in common, the likest first. Such a pair has
both names. What is left was added or deleted.

All that has changed is there, and nothing else: a file whose name does not tell what it holds is
read, and is one of them where it defines a domain or a problem. The others are counted.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set
from contextlib import suppress
from typing import Final

from plancore.kind import kind_of_name
from plancore.report.batch.row import RENAMED, Pair
from plancore.report.lines import visible
from planfiles.files import read_bytes
from planfiles.folders import every_file_in
from planfiles.pairs import File, Pairs, by_name, in_order
from planfiles.trouble import FileTrouble, Trouble

_IS_RENAMED: Final = 0.5
_MOST_COMPARED: Final = 10_000
"""Pairs of files that are compared line by line to find out what was renamed."""


def pairs_of_versions(new: str, old: str) -> Pairs:
    """The pairs of two versions of one tree. Raises Trouble where there is nothing to compare."""
    (ours, our_others), (theirs, their_others) = _sorted_out(new), _sorted_out(old)
    if not ours and not theirs:
        raise Trouble(f"no planning files in {new} and {old}")
    n_others = len((our_others | their_others) - ours.keys() - theirs.keys())
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
    return Pairs(tuple(sorted(pairs, key=in_order)), n_others=n_others)


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
    renamed: dict[File, File] = {}
    taken: set[File] = set()
    for _, file, was in alike:
        if file not in renamed and was not in taken:
            renamed[file] = was
            taken.add(was)
    return renamed


def _lines_of(file: File) -> Sequence[bytes]:
    """The lines of a file, without the white space around them; none of one that cannot be read."""
    with suppress(FileTrouble):
        return [line for line in map(bytes.strip, read_bytes(file.path).splitlines()) if line]
    return ()


def _likeness(some: Counter[bytes], others: Counter[bytes]) -> float:
    """How much of the longer one of two files the other has, too, in [0, 1]."""
    longer = max(some.total(), others.total())
    return (some & others).total() / longer if longer else 0.0
