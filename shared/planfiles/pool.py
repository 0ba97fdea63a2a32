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
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from operator import itemgetter
from typing import Final, Generic, TypeVar

from plancore.stop import NEVER, Checkpoint

T = TypeVar("T")
R = TypeVar("R")

_AHEAD: Final = 3
"""Groups handed out for each process: enough that none waits, few enough to forget at once."""

_BETWEEN_CHECKPOINTS: Final = 0.1
"""Seconds in which nobody asks whether the work is still wanted."""

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
        ready: dict[int, Sequence[R]] = {}
        n_yielded = 0
        with closing(self.finished(count, groups)) as finished:
            for number, result in finished:
                ready[number] = result
                while n_yielded in ready:
                    yield ready.pop(n_yielded)
                    n_yielded += 1

    def finished(
        self, count: int, groups: Sequence[Sequence[T]], checkpoint: Checkpoint = NEVER
    ) -> Generator[tuple[int, Sequence[R]]]:
        """What `planfiles.workers.as_finished` promises."""
        waiting = deque(enumerate(groups))
        while waiting:
            with _pool(count, self._in_background) as pool:
                yield from self._until_broken(pool, count, waiting, checkpoint)
            if waiting:
                # Nobody can tell which of the groups at work it was; alone it will show.
                number, group = waiting.popleft()
                yield number, [self._run_alone(item, checkpoint) for item in group]

    def _until_broken(
        self,
        pool: ProcessPoolExecutor,
        count: int,
        waiting: deque[tuple[int, Sequence[T]]],
        checkpoint: Checkpoint,
    ) -> Iterator[tuple[int, Sequence[R]]]:
        """Yield results while all processes live. What gets none is in `waiting` then."""
        handed_out: dict[Future[Sequence[R]], tuple[int, Sequence[T]]] = {}
        try:
            while waiting or handed_out:
                while waiting and len(handed_out) < count * _AHEAD:
                    with _interrupts_held():
                        future = pool.submit(self._work, waiting[0][1])
                    handed_out[future] = waiting.popleft()
                done = _await(handed_out, checkpoint)
                for future in sorted(done, key=lambda future: handed_out[future][0]):
                    result = future.result()
                    yield handed_out.pop(future)[0], result
        except BrokenProcessPool:
            waiting.extendleft(sorted(handed_out.values(), key=itemgetter(0), reverse=True))

    def _run_alone(self, item: T, checkpoint: Checkpoint) -> R:
        with _pool(1, self._in_background) as pool:
            try:
                with _interrupts_held():
                    future = pool.submit(self._work, [item])
                _await([future], checkpoint)
                return future.result()[0]
            except BrokenProcessPool:
                return self._lost(item)


def _await(futures: Iterable[Future[R]], checkpoint: Checkpoint) -> set[Future[R]]:
    """Those of `futures` that are done, one at least. Raises what `checkpoint` raises."""
    while True:
        timeout = None if checkpoint is NEVER else _BETWEEN_CHECKPOINTS
        done, _ = wait(futures, timeout, FIRST_COMPLETED)
        if done:
            return done
        checkpoint()


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
