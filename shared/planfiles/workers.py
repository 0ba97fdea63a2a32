"""Work on many items in several processes; what one of them does cannot end the others."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from plancore.stop import NEVER, Checkpoint
from planfiles.garbage import collect_between
from planfiles.progress_reports import OnProgress, ProgressReporter, ignore_progress

if TYPE_CHECKING:
    from planfiles.pool import Finished
    from planfiles.pool import Work as ReportingWork

T = TypeVar("T")
R = TypeVar("R")
Work: TypeAlias = Callable[[Sequence[T]], Sequence[R]]

LOST: Final = "the worker process was killed (out of memory?)"
"""What is to be said of an item whose process was killed."""

NICENESS = 10
"""How much lower the priority of a process in the background is."""


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
    yield from in_processes_reporting(
        count, partial(unreported, work), groups, lost, ignore_progress
    )


def in_processes_reporting(
    count: int,
    work: ReportingWork[T, R],
    groups: Sequence[Sequence[T]],
    lost: Callable[[T], R],
    on_progress: OnProgress,
    *,
    in_background: bool = False,
) -> Iterator[Sequence[R]]:
    """As `in_processes`, of work that reports how far it is: `on_progress` is called for each group
    that takes long, and may raise to end it all. With `in_background` as the function."""
    if not in_background and (count == 1 or len(groups) < 2):
        for number, group in enumerate(groups):
            if number:
                collect_between()
            yield work(group, ProgressReporter(partial(on_progress, number)))
        return
    # Imported late: most runs are small, and do without other processes.
    from planfiles.pool import finished

    how: dict[str, Any] = {"afresh": True, "niceness": NICENESS} if in_background else {}
    ready: dict[int, Sequence[R]] = {}
    n_yielded = 0
    take = partial(next, iter(groups), None)
    most = min(count, len(groups))
    with closing(finished(most, work, take, lost, NEVER, on_progress, **how)) as done:
        for number, _, results in done:
            ready[number] = results
            while n_yielded in ready:
                yield ready.pop(n_yielded)
                n_yielded += 1


def in_background(
    count: int, work: Work[T, R], groups: Sequence[Sequence[T]], lost: Callable[[T], R]
) -> Iterator[Sequence[R]]:
    """As `in_processes`, always in other processes, which leave every other one its turn."""
    prepare_background()
    yield from in_processes_reporting(
        count, partial(unreported, work), groups, lost, ignore_progress, in_background=True
    )


def prepare_background() -> None:
    """Start what processes in the background need besides. To be called before somebody takes over
    standard error, as a viewer does: it is handed on, and has to be a file."""
    if os.name == "posix":
        from multiprocessing.resource_tracker import ensure_running

        ensure_running()


def as_finished(
    count: int,
    work: ReportingWork[T, R],
    take: Callable[[], Sequence[T] | None],
    lost: Callable[[T], R],
    checkpoint: Checkpoint = NEVER,
    on_progress: OnProgress = ignore_progress,
    *,
    niceness: int = 0,
) -> Generator[Finished[T, R]]:
    """Each group as soon as it is done, always in other processes; see `planfiles.pool.finished`.
    `take` is asked for a group when a process is free for it."""
    from planfiles.pool import finished

    prepare_background()
    yield from finished(
        count, work, take, lost, checkpoint, on_progress, afresh=True, niceness=niceness
    )


def unreported(work: Work[T, R], group: Sequence[T], _: Checkpoint) -> Sequence[R]:
    """What `work` makes of `group`, which reports nothing before."""
    return work(group)
