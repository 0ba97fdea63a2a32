"""A pool of processes that loses nothing but the item at fault.

Each process has a pipe of its own, so it is known at any time which group it has. Processes end
with the one that started them, however that ends, and at once when it is interrupted. One that is
killed, by the system for want of memory say, costs time: the items that it had are done once more,
each by itself, and only one whose process is killed again is lost. The other processes go on.

Why not a library: in pebble 5.2.3 all processes share one pipe, and an idle one that is killed
leaves the pool unusable, with "Unexpected error within the Pool" for all that comes after (12 of
12 trials, started by fork and by spawn). `concurrent.futures` ends all processes when one is
killed: with eight at work on long items it began eight items once more for each that was lost.
`multiprocessing.Pool` never gives a result for a lost item, joblib's loky ends the run.
"""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from multiprocessing import get_context
from multiprocessing.connection import wait
from typing import Final, Generic, NamedTuple, TypeVar

from plancore.stop import NEVER, Checkpoint
from planfiles.telling import Hear, HowFar, nobody
from planfiles.trouble import Trouble, reason_of
from planfiles.worker import DiedError, Work, Worker, end_at_once, interrupts_held

T = TypeVar("T")
R = TypeVar("R")

_COPIED: Final = "fork" if sys.platform == "linux" else None
"""How a copy of this process is made: not by a server of copies, as Python 3.14 does by default,
which would stand between us and what we start."""

_BETWEEN_CHECKPOINTS: Final = 0.1
"""Seconds in which nobody asks whether the work is still wanted."""

_GOODBYE: Final = 5.0
"""Seconds that processes have to end by themselves when there is nothing left to do."""

_STILLBORN: Final = 3
_KILLED_EARLY: Final = 20
"""Processes that end by themselves, or are killed, before they were ready to work, and none that is
ready in between, until it is given up."""


class Finished(NamedTuple, Generic[T, R]):
    """A group, the number that it was taken as, from 0, and what came of its items."""

    number: int
    items: Sequence[T]
    results: Sequence[R]


class Pool(Generic[T, R]):
    """Hands groups out and takes their results in."""

    def __init__(
        self,
        work: Work[T, R],
        lost: Callable[[T], R],
        *,
        afresh: bool = False,
        niceness: int = 0,
    ) -> None:
        """Processes that are started `afresh` are no copies of this one, which may have threads
        that hold locks, and open files; `niceness` is how much lower their priority is."""
        self._work = work
        self._lost = lost
        self._context = get_context("spawn" if afresh else _COPIED)
        self._niceness = niceness

    def results(
        self, count: int, groups: Sequence[Sequence[T]], hear: Hear = nobody
    ) -> Iterator[Sequence[R]]:
        """What `planfiles.workers.in_processes` promises."""
        ready: dict[int, Sequence[R]] = {}
        n_yielded = 0
        left = iter(groups)
        with closing(self.finished(count, lambda: next(left, None), NEVER, hear)) as finished:
            for number, _, results in finished:
                ready[number] = results
                while n_yielded in ready:
                    yield ready.pop(n_yielded)
                    n_yielded += 1

    def finished(
        self,
        count: int,
        take: Callable[[], Sequence[T] | None],
        checkpoint: Checkpoint = NEVER,
        hear: Hear = nobody,
    ) -> Generator[Finished[T, R]]:
        """Groups as they are finished, in `count` processes at most.

        `take` gives the next group, or None when there is none for now: it is asked again after
        each group that was finished, until nothing is at work. `checkpoint` is called while no
        group is finished, and `hear` told how far each is that takes long. When one of them raises,
        and when the generator is closed, the processes end at once. Raises what the work raises,
        and Trouble when no process can be started.
        """
        queue = _Queue(take, self._lost)
        idle: list[Worker[T, R]] = []
        at_work: dict[Worker[T, R], _Task[T]] = {}
        starts = _Starts()
        try:
            while True:
                while len(at_work) < count and (task := queue.next()) is not None:
                    self._hand_out(task, idle, at_work)
                if not at_work:
                    break
                for worker in _heard_of(at_work, checkpoint):
                    try:
                        results = worker.answer()
                    except DiedError:
                        # Which waits for the process, so it is asked before that is killed.
                        failed = worker.failed_to_start()
                        worker.end()
                        task = at_work.pop(worker)
                        if worker.is_ready:
                            done = queue.died(task)
                        else:
                            starts.without_success(failed)
                            queue.not_begun(task)
                            continue
                    else:
                        if results is None:
                            starts.success()
                            continue
                        task = at_work[worker]
                        if isinstance(results, HowFar):
                            hear(task.number, results)
                            checkpoint()  # such words may come too close for it to have its turn
                            continue
                        with interrupts_held():
                            idle.append(worker)
                            del at_work[worker]
                        done = queue.done(task, results)
                    if done is not None:
                        yield done
            for worker in idle:
                worker.dismiss()
            end = time.monotonic() + _GOODBYE
            for worker in idle:
                worker.end(end - time.monotonic())
        finally:
            with interrupts_held():
                end_at_once([*idle, *at_work])

    def _hand_out(
        self, task: _Task[T], idle: list[Worker[T, R]], at_work: dict[Worker[T, R], _Task[T]]
    ) -> None:
        """Give `task` to one of `idle`, or to a new one. Whatever interrupts this, a process is in
        one of the two: it may take long to give what is large to one that is slow to take it."""
        while True:
            with interrupts_held():
                is_new = not idle
                worker = self._started() if is_new else idle.pop()
                at_work[worker] = task
            if worker.give(task.items) or is_new:
                return
            worker.end()  # it was killed meanwhile, and had nothing to lose
            del at_work[worker]

    def _started(self) -> Worker[T, R]:
        try:
            return Worker(self._context, self._work, self._niceness)
        except OSError as error:
            raise Trouble(f"processes cannot be started: {reason_of(error)}") from None


def _heard_of(workers: dict[Worker[T, R], _Task[T]], checkpoint: Checkpoint) -> list[Worker[T, R]]:
    """Those of which there is something to read, one at least. Raises what `checkpoint` raises."""
    pipes = {worker.pipe: worker for worker in workers}
    timeout = None if checkpoint is NEVER else _BETWEEN_CHECKPOINTS
    while True:
        ready = wait(pipes, timeout)
        if ready:
            return [worker for pipe, worker in pipes.items() if pipe in ready]
        checkpoint()


class _Starts:
    """How often processes have ended before they were ready. What they were to do has no part in
    that: they had not begun to read it."""

    def __init__(self) -> None:
        self._n_failed = 0
        self._n_killed = 0

    def success(self) -> None:
        """A process is ready."""
        self._n_failed = self._n_killed = 0

    def without_success(self, failed: bool) -> None:
        """A process was not: it `failed`, or was killed. Raises Trouble when that is too often."""
        self._n_failed += failed
        self._n_killed += not failed
        if self._n_failed == _STILLBORN:
            raise Trouble(
                "processes cannot be started: they end at once (a script that starts some has to "
                'do so below `if __name__ == "__main__":`)'
            )
        if self._n_killed == _KILLED_EARLY:
            raise Trouble("processes cannot be started: they are killed at once (out of memory?)")


class _Task(NamedTuple, Generic[T]):
    """A group handed out as a whole, or the item `at` of one whose process died."""

    number: int
    items: Sequence[T]
    at: int | None = None


class _Queue(Generic[T, R]):
    """What is still to be handed out, and groups of which a part is done."""

    def __init__(self, take: Callable[[], Sequence[T] | None], lost: Callable[[T], R]) -> None:
        self._take = take
        self._lost = lost
        self._again: deque[_Task[T]] = deque()
        self._parts: dict[int, tuple[Sequence[T], dict[int, R]]] = {}
        self._n_taken = 0

    def next(self) -> _Task[T] | None:
        """What is to be done next, or None when that is nothing for now."""
        if self._again:
            return self._again.popleft()
        items = self._take()
        if items is None:
            return None
        self._n_taken += 1
        return _Task(self._n_taken - 1, items)

    def done(self, task: _Task[T], results: Sequence[R]) -> Finished[T, R] | None:
        """The group, once all of it is done."""
        if task.at is None:
            return Finished(task.number, task.items, results)
        items, parts = self._parts[task.number]
        parts[task.at] = results[0]
        if len(parts) < len(items):
            return None
        del self._parts[task.number]
        return Finished(task.number, items, [parts[at] for at in range(len(items))])

    def not_begun(self, task: _Task[T]) -> None:
        """The process that was to have `task` has never read it."""
        self._again.appendleft(task)

    def died(self, task: _Task[T]) -> Finished[T, R] | None:
        """The process that had `task` is gone. Nobody can tell which item of a group it was; alone
        it will show."""
        if task.at is not None:
            return self.done(task, [self._lost(task.items[0])])
        self._parts[task.number] = task.items, {}
        for at in reversed(range(len(task.items))):
            self._again.appendleft(_Task(task.number, [task.items[at]], at))
        return None
