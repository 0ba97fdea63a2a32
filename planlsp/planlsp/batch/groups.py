"""Files in groups for several processes, where those are worth starting."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from planfiles.workers import cores, groups_of

T = TypeVar("T")

_WORTH_IT: Final = 500_000
"""Below so many bytes a single process is done before others have started."""
_GROUP: Final = 200_000
"""Bytes of a group: processes are neither idle nor chatty."""
_OF_EACH: Final = 1_000
"""What a file costs whatever its size, in bytes."""


def processes(jobs: int | None, paths: Sequence[str]) -> int:
    """How many processes to use for `paths`; `jobs` is what the user asked for."""
    if jobs is not None:
        return jobs
    return cores() if sum(map(_size, paths)) > _WORTH_IT else 1


def groups(items: Sequence[T], path_of: Callable[[T], str] = str) -> list[list[T]]:
    """`items` in groups of some 200 KB of the files that they stand for."""
    return list(groups_of(items, lambda item: _size(path_of(item)) + _OF_EACH, _GROUP))


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except (OSError, ValueError):
        return 0
