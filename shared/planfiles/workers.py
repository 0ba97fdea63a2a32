"""Process many items in several worker processes; a crash of one cannot end the others."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from plancore.stop import NEVER, Checkpoint
from planfiles.command import collect_between
from planfiles.progress_reports import OnProgress, ProgressReporter, ignore_progress

if TYPE_CHECKING:
    from planfiles.pool import Finished
    from planfiles.pool import Work as ReportingWork

T = TypeVar("T")
R = TypeVar("R")
Work: TypeAlias = Callable[[Sequence[T]], Sequence[R]]

LOST: Final = "the worker process was killed (out of memory?)"
"""Message for an item whose worker process was killed."""

NICENESS = 10
"""How much the priority of a background process is lowered."""


def cores() -> int:
    """The number of processes that can run at the same time."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def groups_of(items: Sequence[T], size: Callable[[T], int], most: int) -> Iterator[list[T]]:
    """Split `items` into groups, in order. A group ends when its sizes add up to at least
    `most`."""
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
    """Yield the results of `work` for each group, in order, in `count` processes.

    With a count of 1, or a single group, the work is done in this process. An item whose process is
    killed gets the result of `lost`. `work`, items and results must be picklable.
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
    """As `in_processes`, for work that reports progress: `on_progress` is called for each group
    that takes long, and may raise to end all work. `in_background` as in the function of that
    name."""
    if not in_background and (count == 1 or len(groups) < 2):
        for number, group in enumerate(groups):
            if number:
                collect_between()
            is_heard = on_progress is not ignore_progress
            yield work(group, ProgressReporter(partial(on_progress, number)) if is_heard else NEVER)
        return
    # Imported late: most runs are small and need no other processes.
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
    """As `in_processes`, but always in other processes, of low priority."""
    prepare_background()
    yield from in_processes_reporting(
        count, partial(unreported, work), groups, lost, ignore_progress, in_background=True
    )


def prepare_background() -> None:
    """Start the resource tracker that background processes need. Call it before a viewer replaces
    standard error, which is passed on and must be a real file."""
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
    """Yield each group as soon as it is done, always in other processes; see
    `planfiles.pool.finished`."""
    from planfiles.pool import finished

    prepare_background()
    yield from finished(
        count, work, take, lost, checkpoint, on_progress, afresh=True, niceness=niceness
    )


def unreported(work: Work[T, R], group: Sequence[T], _: Checkpoint) -> Sequence[R]:
    """Call `work` without a checkpoint."""
    return work(group)
