"""Work on many items in several processes; what one of them does cannot end the others."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, TypeAlias, TypeVar

from planfiles.garbage import collect_between

T = TypeVar("T")
R = TypeVar("R")
Work: TypeAlias = Callable[[Sequence[T]], Sequence[R]]

LOST: Final = "the process that worked on it was killed (out of memory?)"
"""What is to be said of an item whose process was killed."""


def cores() -> int:
    """How many processes can run at the same time."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def groups_of(items: Sequence[T], size: Callable[[T], int], most: int) -> Iterator[list[T]]:
    """`items` in order, in groups whose sizes come to some `most` in sum, each of one at least."""
    group: list[T] = []
    total = 0
    for item in items:
        group.append(item)
        total += size(item)
        if total >= most:
            yield group
            group, total = [], 0
    if group:
        yield group


def in_processes(
    count: int, work: Work[T, R], groups: Sequence[Sequence[T]], lost: Callable[[T], R]
) -> Iterator[Sequence[R]]:
    """What `work` makes of each group, a result for each item, in order, in `count` processes.

    With a count of 1, or a single group, the work is done in this process. An item whose process
    is killed gets the result `lost`. `work`, items and results have to be fit for `pickle`.
    """
    work = partial(_apart, work)
    if count <= 1 or len(groups) <= 1:
        yield from map(work, groups)
        return
    # Imported late: most runs are small, and do without other processes.
    from planfiles.pool import Pool

    yield from Pool(work, lost).results(min(count, len(groups)), groups)


def in_background(
    count: int, work: Work[T, R], groups: Sequence[Sequence[T]], lost: Callable[[T], R]
) -> Iterator[Sequence[R]]:
    """As `in_processes`, always in other processes, which leave every other one its turn."""
    from planfiles.pool import Pool

    pool = Pool(partial(_apart, work), lost, in_background=True)
    yield from pool.results(min(count, len(groups)), groups)


def _apart(work: Work[T, R], group: Sequence[T]) -> Sequence[R]:
    """What `work` makes of `group`, beside nothing that earlier groups have left."""
    collect_between()
    return work(group)
