"""The same work on many files, in several processes where that is worth starting them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Final, TypeVar

T = TypeVar("T")
R = TypeVar("R")

WORTH_IT: Final = 500_000
"""Below so many bytes a single process is done before others have started."""
_CHUNK: Final = 200_000


def processes(jobs: int | None, paths: Sequence[str]) -> int:
    """How many processes to use for `paths`; `jobs` is what the user asked for."""
    if jobs is not None:
        return jobs
    total = sum(size_of(path) for path in paths)
    return len(os.sched_getaffinity(0)) if total > WORTH_IT else 1


def size_of(path: str) -> int:
    """The size of a file in bytes; 0 when there is none."""
    try:
        return os.stat(path).st_size
    except (OSError, ValueError):
        return 0


def chunks(items: Sequence[T], size: Callable[[T], int]) -> Iterator[list[T]]:
    """`items` in groups of some 200 KB each, so that processes are neither idle nor chatty."""
    group: list[T] = []
    total = 0
    for item in items:
        group.append(item)
        total += size(item) + 1_000
        if total >= _CHUNK:
            yield group
            group, total = [], 0
    if group:
        yield group


def each(
    work: Callable[[T], R], tasks: Sequence[T], pool: ProcessPoolExecutor | None
) -> Iterator[R]:
    """The result of `work` for each task, in order; in this process without a pool."""
    return map(work, tasks) if pool is None else pool.map(work, tasks)
