"""Work on many items in several processes; what one of them does cannot end the others."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from plancore.stop import Checkpoint
from planfiles.garbage import collect_between
from planfiles.telling import Hear, Telling, nobody

if TYPE_CHECKING:
    from planfiles.pool import Finished
    from planfiles.worker import Work as TellingWork

T = TypeVar("T")
R = TypeVar("R")
Work: TypeAlias = Callable[[Sequence[T]], Sequence[R]]

LOST: Final = "the process that worked on it was killed (out of memory?)"
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
    yield from in_processes_told(count, partial(_mute, work), groups, lost, nobody)


def in_processes_told(
    count: int,
    work: TellingWork[T, R],
    groups: Sequence[Sequence[T]],
    lost: Callable[[T], R],
    hear: Hear,
) -> Iterator[Sequence[R]]:
    """As `in_processes`, of work that says how far it is: `hear` is told of each group that takes
    long, and may raise to end it all."""
    if count <= 1 or len(groups) <= 1:
        for number, group in enumerate(groups):
            yield _apart(work, group, Telling(partial(hear, number)))
        return
    # Imported late: most runs are small, and do without other processes.
    from planfiles.pool import Pool

    pool = Pool(partial(_apart, work), lost)
    yield from pool.results(min(count, len(groups)), groups, hear)


def in_background(
    count: int, work: Work[T, R], groups: Sequence[Sequence[T]], lost: Callable[[T], R]
) -> Iterator[Sequence[R]]:
    """As `in_processes`, always in other processes, which leave every other one its turn."""
    from planfiles.pool import Pool

    pool = Pool(partial(_apart, partial(_mute, work)), lost, afresh=True, niceness=NICENESS)
    yield from pool.results(min(count, len(groups)), groups)


def prepare_background() -> None:
    """Start what processes in the background need besides. To be called before somebody takes over
    standard error, as a viewer does: it is handed on, and has to be a file."""
    if os.name == "posix":
        from multiprocessing.resource_tracker import ensure_running

        ensure_running()


def as_finished(
    count: int,
    work: TellingWork[T, R],
    groups: Iterable[Sequence[T]],
    lost: Callable[[T], R],
    checkpoint: Checkpoint,
    hear: Hear,
) -> Generator[tuple[int, Sequence[R]]]:
    """As `in_background`, but each result as soon as it is there, with the number of its group from
    0. A group is asked for when a process is free for it. `hear` is told how far each group is that
    takes long, and `checkpoint` called while there is no result; when it raises, and when the
    generator is closed, the processes end at once."""
    from planfiles.pool import Pool

    left = iter(groups)
    pool = Pool(partial(_apart, work), lost, afresh=True, niceness=NICENESS)
    taken = pool.finished(count, lambda: next(left, None), checkpoint, hear)
    with closing(taken) as finished:
        for number, _, results in finished:
            yield number, results


def as_taken(
    count: int,
    work: Work[T, R],
    take: Callable[[], Sequence[T] | None],
    lost: Callable[[T], R],
    checkpoint: Checkpoint,
) -> Generator[Finished[T, R]]:
    """As `as_finished`, in processes of our own priority, of groups that `take` gives one after the
    other; see `planfiles.pool.Pool.finished`."""
    from planfiles.pool import Pool

    pool = Pool(partial(_apart, partial(_mute, work)), lost, afresh=True)
    yield from pool.finished(count, take, checkpoint)


def _mute(work: Work[T, R], group: Sequence[T], _: Checkpoint) -> Sequence[R]:
    """What `work` makes of `group`, of which nobody hears anything before."""
    return work(group)


def _apart(work: TellingWork[T, R], group: Sequence[T], checkpoint: Checkpoint) -> Sequence[R]:
    """What `work` makes of `group`, beside nothing that earlier groups have left."""
    collect_between()
    return work(group, checkpoint)
