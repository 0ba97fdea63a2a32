"""A pool of processes that loses nothing but the item at fault.

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
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from typing import Final, Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")

_AHEAD: Final = 3
"""Groups handed out for each process: enough that none waits, few enough to forget at once."""


NICENESS = 10
"""How much lower the priority of a process in the background is."""


class Pool(Generic[T, R]):
    """Hands groups out and takes their results in."""

    def __init__(
        self,
        work: Callable[[Sequence[T]], Sequence[R]],
        lost: Callable[[T], R],
        *,
        in_background: bool = False,
    ) -> None:
        """Processes `in_background` leave every other one its turn. They are started afresh, not as
        copies of this one, which may have threads that hold locks."""
        self._work = work
        self._lost = lost
        self._in_background = in_background

    def results(self, count: int, groups: Sequence[Sequence[T]]) -> Iterator[Sequence[R]]:
        """What `planfiles.workers.in_processes` promises."""
        waiting = deque(groups)
        while waiting:
            with _pool(count, self._in_background) as pool:
                yield from self._until_broken(pool, count, waiting)
            if waiting:
                # Nobody can tell which of the groups at work it was; alone it will show.
                yield [self._run_alone(item) for item in waiting.popleft()]

    def _until_broken(
        self, pool: ProcessPoolExecutor, count: int, waiting: deque[Sequence[T]]
    ) -> Iterator[Sequence[R]]:
        """Yield results while all processes live. What has its result is removed from `waiting`."""
        handed_out: deque[Future[Sequence[R]]] = deque()
        try:
            while waiting:
                while len(handed_out) < min(count * _AHEAD, len(waiting)):
                    with _interrupts_held():
                        handed_out.append(pool.submit(self._work, waiting[len(handed_out)]))
                result = handed_out.popleft().result()
                waiting.popleft()
                yield result
        except BrokenProcessPool:
            return

    def _run_alone(self, item: T) -> R:
        with _pool(1, self._in_background) as pool:
            try:
                with _interrupts_held():
                    future = pool.submit(self._work, [item])
                return future.result()[0]
            except BrokenProcessPool:
                return self._lost(item)


@contextmanager
def _pool(count: int, in_background: bool) -> Iterator[ProcessPoolExecutor]:
    """Processes that are killed when the block is left by an exception."""
    context = get_context("spawn" if in_background else None)
    niceness = NICENESS if in_background else 0
    with ProcessPoolExecutor(count, context, _start_worker, (niceness,)) as pool:
        try:
            yield pool
        except BaseException:
            # The executor takes itself for broken then, and its thread ends before we do: one that
            # is still at work when Python ends would complain of closed pipes.
            for process in _processes(pool):
                process.kill()
            raise


def _processes(pool: ProcessPoolExecutor) -> list[BaseProcess]:
    """Those of this pool: another one may be at work beside it."""
    # Python 3.14 has `kill_workers`.
    return list((pool._processes or {}).values())


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


def _start_worker(niceness: int) -> None:
    """In a new process: leave Ctrl+C to the parent, and end with it."""
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_end_with_parent, daemon=True, name="parent-watch").start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
