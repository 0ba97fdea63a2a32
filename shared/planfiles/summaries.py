"""Summaries of files on disk, for worker processes and background work."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

from plancore.index.summary import FileSummary, summarise
from plancore.project import snapshot_of
from planfiles import limits
from planfiles.errors import FileError
from planfiles.files import FileState, bounded, decode, opened
from planfiles.folders import is_planning_file


class Wanted(NamedTuple):
    """A file to summarise: its path, and its name in the summary."""

    path: str
    name: str
    size: int = 0


class Summarised(NamedTuple):
    """The result: `summary` is None if the file is not text, too large, missing, or not a planning
    file.

    `state` is that of the file when it was read, None if it could not be opened.
    """

    wanted: Wanted
    state: FileState | None
    summary: FileSummary | None


def summarise_files(files: Sequence[Wanted]) -> list[Summarised]:
    """Summarise each file."""
    return [summarise_file(wanted) for wanted in files]


def summarise_file(wanted: Wanted) -> Summarised:
    """Summarise a file. Of one that is not a planning file only the start is read."""
    state = None
    try:
        with opened(wanted.path, regular=True) as file:
            state = FileState.of(os.fstat(file.fileno()))
            if not is_planning_file(wanted.path):
                return Summarised(wanted, state, None)
            text = decode(bounded(file, wanted.path, limits.UNNAMED), wanted.path)
    except FileError:
        return Summarised(wanted, state, None)
    return Summarised(wanted, state, summarise(snapshot_of(text, wanted.name), limits.INDEXED))


def lost(wanted: Wanted) -> Summarised:
    """The result for a file whose worker process was killed."""
    return Summarised(wanted, None, None)
