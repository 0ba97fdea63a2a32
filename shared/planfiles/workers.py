"""Work on many items in several processes; what one of them does cannot end the others.

Processes end with the one that started them, however that ends, and at once when it is
interrupted. One that is killed, by the system for want of memory say, costs the item that it
was working on and nothing else.

Why not pebble, which promises the same: an idle worker that dies leaves its pool unusable, and
what was queued never gets a result.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from multiprocessing import active_children, parent_process
from typing import Final, Generic, TypeAlias, TypeVar

T = TypeVar("T")
R = TypeVar("R")
Work: TypeAlias = Callable[[Sequence[T]], Sequence[R]]

LOST: Final = "the process that worked on it was killed (out of memory?)"
"""What is to be said of an item whose process was killed."""
_AHEAD: Final = 3
"""Groups handed out for each process: enough that none waits, few enough to forget at once."""


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
    if count <= 1 or len(groups) <= 1:
        yield from map(work, groups)
        return
    yield from _Run(work, lost).results(min(count, len(groups)), groups)


class _Run(Generic[T, R]):
    """Hands groups out and takes their results in."""

    def __init__(self, work: Work[T, R], lost: Callable[[T], R]) -> None:
        self._work = work
        self._lost = lost

    def results(self, count: int, groups: Sequence[Sequence[T]]) -> Iterator[Sequence[R]]:
        rest = deque(groups)
        while rest:
            with _pool(count) as pool:
                yield from self._until_broken(pool, count, rest)
            if rest:
                # Nobody can tell which of the groups at work it was; alone it will show.
                yield [self._alone(item) for item in rest.popleft()]

    def _until_broken(
        self, pool: ProcessPoolExecutor, count: int, rest: deque[Sequence[T]]
    ) -> Iterator[Sequence[R]]:
        """Results as long as all processes live. Each is taken off `rest` when it is there."""
        handed_out: deque[Future[Sequence[R]]] = deque()
        try:
            while rest:
                while len(handed_out) < min(count * _AHEAD, len(rest)):
                    with _interrupts_held():
                        handed_out.append(pool.submit(self._work, rest[len(handed_out)]))
                result = handed_out.popleft().result()
                rest.popleft()
                yield result
        except BrokenProcessPool:
            return

    def _alone(self, item: T) -> R:
        with _pool(1) as pool:
            try:
                with _interrupts_held():
                    future = pool.submit(self._work, [item])
                return future.result()[0]
            except BrokenProcessPool:
                return self._lost(item)


@contextmanager
def _pool(count: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that are killed when the block is left by an exception."""
    with ExitStack() as stack:
        pool = stack.enter_context(ProcessPoolExecutor(count, initializer=_begin))
        try:
            yield pool
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in active_children():
                process.kill()
            raise


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """A process started here sees no Ctrl+C before it has settled what that means to it."""
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """In a new process: leave Ctrl+C to the parent, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_end_with_parent, daemon=True, name="parent-watch").start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
