"""Work beside the event loop: what is typed first, then what is asked, then what is found, then the
rest.

Each lane has one thread, so that two analyses do not take the interpreter from each other. A thread
rests at its next checkpoint while the event loop or an earlier lane has work, and ends there when
nobody waits for it any more.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from typing import Protocol, TypeVar

from plancore.stop import Checkpoint, StoppedError

Result = TypeVar("Result")


class Lane(IntEnum):
    """What work is for; an earlier lane goes first."""

    TYPING = 0
    """Reading what was typed: everything else waits for that."""
    REQUESTS = 1
    """What the user has asked for and looks at."""
    FINDINGS = 2
    """What is wrong with the open documents."""
    BACKGROUND = 3
    """What nobody waits for, such as pairs of names."""
    INDEX = 4
    """What is known of files that nobody has open."""
    CONSEQUENCES = 5
    """What differences do to plans, and how a domain is repaired: it takes longest."""
    WORKSPACE = 6
    """What is wrong with files that nobody has open."""


class Beside(Protocol):
    """Runs work in a thread that has its turn last; the work calls its checkpoint."""

    def __call__(self, work: Callable[[Checkpoint], Result], /) -> Awaitable[Result]:
        """The result of the work."""


class Schedule:
    """The lanes of one session."""

    def __init__(self) -> None:
        self._threads = {
            lane: ThreadPoolExecutor(1, thread_name_prefix=lane.name.lower()) for lane in Lane
        }
        self._wanted = {lane: 0 for lane in Lane}
        self._changed = threading.Condition()
        self._resting = 0
        self._loop_has_work = False
        self._is_closed = False

    async def run(self, lane: Lane, work: Callable[[Checkpoint], Result]) -> Result:
        """The result of `work`, which is given the checkpoint to call every few milliseconds.

        Who is cancelled while waiting for it cancels the work.
        """
        is_stopped = threading.Event()

        def checkpoint(*_: object) -> None:
            if self._is_others_turn(lane):
                self._rest(lane, is_stopped)
            if is_stopped.is_set() or self._is_closed:
                raise StoppedError

        def begin() -> Result:
            checkpoint()
            return work(checkpoint)

        self._count(lane, 1)
        future = self._threads[lane].submit(begin)
        future.add_done_callback(lambda _: self._count(lane, -1))
        try:
            return await asyncio.wrap_future(future)
        finally:
            is_stopped.set()
            self._wake()  # it may be resting

    def loop_has_work(self, has_work: bool) -> None:
        """The event loop has something in hand from now on, or waits."""
        self._loop_has_work = has_work
        if self._resting and not has_work:
            self._wake()

    def close(self) -> None:
        """End all work, and wait for that."""
        self._is_closed = True
        self._wake()
        for threads in self._threads.values():
            threads.shutdown(cancel_futures=True)

    def _is_others_turn(self, lane: Lane) -> bool:
        """Whether the event loop, or a lane before `lane`, has work."""
        return self._loop_has_work or any(
            count for earlier, count in self._wanted.items() if earlier < lane
        )

    def _rest(self, lane: Lane, is_stopped: threading.Event) -> None:
        with self._changed:
            self._resting += 1
            self._changed.wait_for(
                lambda: self._is_closed or is_stopped.is_set() or not self._is_others_turn(lane)
            )
            self._resting -= 1

    def _count(self, lane: Lane, by: int) -> None:
        with self._changed:
            self._wanted[lane] += by
            self._changed.notify_all()

    def _wake(self) -> None:
        with self._changed:
            self._changed.notify_all()
