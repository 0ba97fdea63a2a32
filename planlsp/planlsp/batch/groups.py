"""Group files for worker processes, and decide how many are worthwhile."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from planfiles.workers import cores, groups_of

T = TypeVar("T")

_WORTH_IT: Final = 500_000
"""Up to so many bytes, a single process finishes before others would have started."""
_GROUP: Final = 200_000
"""Bytes per group: small enough to keep all processes busy, large enough to limit messages."""
_OF_EACH: Final = 1_000
"""The fixed cost of a file, in bytes."""


def processes(jobs: int | None, paths: Sequence[str]) -> int:
    """The number of processes for `paths`; `jobs` is the value of the option, if any."""
    if jobs is not None:
        return jobs
    return cores() if sum(map(_size, paths)) > _WORTH_IT else 1


def groups(items: Sequence[T], path_of: Callable[[T], str] = str) -> list[list[T]]:
    """`items` in groups whose files have about 200 kB each."""
    return list(groups_of(items, lambda item: _size(path_of(item)) + _OF_EACH, _GROUP))


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except (OSError, ValueError):
        return 0
