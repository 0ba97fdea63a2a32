"""Run work outside the event loop by priority: typing, requests, diagnostics, then the rest.

`Threads` has one thread for each priority, so that two analyses of one priority do not compete for
the interpreter. A thread pauses at its next checkpoint while the event loop or a higher priority
has work, and ends there when its result is no longer needed.

`Slices` is for a web worker, which has a single thread for the event loop and all work. If the
browser can suspend a call (WebAssembly's JavaScript Promise Integration), work pauses at a
checkpoint after each time slice, so that messages are received and more urgent work goes first;
otherwise work runs to its end once it has begun.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from typing import Any, Final, Protocol, TypeVar

from plancore.stop import Checkpoint, StoppedError
from planfiles.errors import UserError

Result = TypeVar("Result")


class Priority(IntEnum):
    """The purpose of work, most urgent first."""

    TYPING = 0
    """Parsing of edited texts, which everything else waits for."""
    REQUESTS = 1
    """Answers to requests of the user."""
    FINDINGS = 2
    """Diagnostics of open documents."""
    BACKGROUND = 3
    """Answers that requests do not wait for, such as name matches."""
    INDEX = 4
    """The index of the workspace."""
    CONSEQUENCES = 5
    """Effects of differences on plans, and repairs of domains, which take longest."""
    WORKSPACE = 6
    """Diagnostics of files that are not open."""


_MOST_PROGRAMS: Final = 2
"""External programs, such as planners, that run at the same time."""


class Schedule(Protocol):
    """Runs the work of one session by priority."""

    async def run(self, priority: Priority, work: Callable[[Checkpoint], Result]) -> Result:
        """The result of `work`, which must call its checkpoint every few milliseconds.

        Cancelling the caller cancels the work.
        """

    async def aside(self, work: Callable[[Checkpoint], Result]) -> Result:
        """The result of `work`, which waits for an external program."""

    def loop_has_work(self, has_work: bool) -> None:
        """Note whether the event loop is busy or waits."""

    def close(self) -> None:
        """Stop all work."""


class Threads:
    """Runs the work of one session in threads."""

    def __init__(self) -> None:
        self._threads = {
            priority: ThreadPoolExecutor(1, thread_name_prefix=priority.name.lower())
            for priority in Priority
        }
        self._waiting = ThreadPoolExecutor(_MOST_PROGRAMS, thread_name_prefix="programs")
        self._wanted = {priority: 0 for priority in Priority}
        self._changed = threading.Condition()
        self._resting = 0
        self._loop_has_work = False
        self._is_closed = False

    async def run(self, priority: Priority, work: Callable[[Checkpoint], Result]) -> Result:
        """The result of `work`, which must call its checkpoint every few milliseconds.

        Cancelling the caller cancels the work.
        """
        is_stopped = threading.Event()

        def checkpoint(*_: object) -> None:
            if self._is_others_turn(priority):
                self._rest(priority, is_stopped)
            if is_stopped.is_set() or self._is_closed:
                raise StoppedError

        def begin() -> Result:
            checkpoint()
            return work(checkpoint)

        self._count(priority, 1)
        future = self._threads[priority].submit(begin)
        future.add_done_callback(lambda _: self._count(priority, -1))
        try:
            return await asyncio.wrap_future(future)
        finally:
            is_stopped.set()
            self._wake()  # it may be paused

    async def aside(self, work: Callable[[Checkpoint], Result]) -> Result:
        """The result of `work`, which waits for an external program. It never pauses at its
        checkpoint, because it must enforce the program's limits, and barely uses the
        interpreter."""
        is_stopped = threading.Event()

        def checkpoint(*_: object) -> None:
            if is_stopped.is_set() or self._is_closed:
                raise StoppedError

        def begin() -> Result:
            checkpoint()
            return work(checkpoint)

        try:
            return await asyncio.wrap_future(self._waiting.submit(begin))
        finally:
            is_stopped.set()

    def loop_has_work(self, has_work: bool) -> None:
        """Note whether the event loop is busy or waits."""
        self._loop_has_work = has_work
        if self._resting and not has_work:
            self._wake()

    def close(self) -> None:
        """Stop all work, and wait for its end."""
        self._is_closed = True
        self._wake()
        for threads in (*self._threads.values(), self._waiting):
            threads.shutdown(cancel_futures=True)

    def _is_others_turn(self, priority: Priority) -> bool:
        """Whether the event loop or a higher priority has work."""
        return self._loop_has_work or any(
            count for earlier, count in self._wanted.items() if earlier < priority
        )

    def _rest(self, priority: Priority, is_stopped: threading.Event) -> None:
        with self._changed:
            self._resting += 1
            self._changed.wait_for(
                lambda: self._is_closed or is_stopped.is_set() or not self._is_others_turn(priority)
            )
            self._resting -= 1

    def _count(self, priority: Priority, by: int) -> None:
        with self._changed:
            self._wanted[priority] += by
            self._changed.notify_all()

    def _wake(self) -> None:
        with self._changed:
            self._changed.notify_all()


_SLICE: Final = 0.008
"""Seconds of work between turns of the event loop."""


class Caller(Protocol):
    """Calls a function outside all tasks of the event loop."""

    def __call__(self, function: Callable[[], None], /) -> object:
        """Call it now; the function may still be suspended when this returns."""


Pause = Callable[[Awaitable[Any]], object]
"""Suspends the call, and lets the event loop run until the awaitable is done."""


class Slices:
    """Runs the work of one session in the thread of the event loop."""

    def __init__(self, call: Caller, pause: Pause | None) -> None:
        """`call` calls functions that may use `pause`, which is None if calls cannot be
        suspended."""
        self._call, self._pause = call, pause
        self._lanes = {priority: asyncio.Lock() for priority in Priority}
        self._wanted = {priority: 0 for priority in Priority}
        self._changed = asyncio.Event()
        self._is_closed = False

    async def run(self, priority: Priority, work: Callable[[Checkpoint], Result]) -> Result:
        """The result of `work`, which must call its checkpoint every few milliseconds.

        Cancelling the caller cancels the work.
        """
        stopped = asyncio.Event()
        running = asyncio.ensure_future(self._in_turn(priority, work, stopped))
        running.add_done_callback(lambda task: task.cancelled() or task.exception())
        try:
            # Not `shield`, which logs what ends a call that nobody waits for any more.
            await asyncio.wait((running,))
            return running.result()
        finally:
            stopped.set()
            self._wake()

    async def aside(self, _work: Callable[[Checkpoint], Result]) -> Result:
        """Raise UserError: a browser cannot run external programs."""
        raise UserError("planners cannot run in a browser; install planlsp to solve problems")

    def loop_has_work(self, has_work: bool) -> None:
        """Do nothing: the event loop gets the thread whenever work pauses."""

    def close(self) -> None:
        """Stop all work at its next checkpoint."""
        self._is_closed = True
        self._wake()

    async def _in_turn(
        self, priority: Priority, work: Callable[[Checkpoint], Result], stopped: asyncio.Event
    ) -> Result:
        began = 0.0

        def is_over() -> bool:
            return stopped.is_set() or self._is_closed

        def checkpoint(*_: object) -> None:
            nonlocal began
            if self._pause is not None and time.monotonic() - began > _SLICE:
                self._pause(self._others_first(priority, is_over))
                began = time.monotonic()
            if is_over():
                raise StoppedError

        outcome: asyncio.Future[Result] = asyncio.get_running_loop().create_future()

        def begin() -> None:
            try:
                result = work(checkpoint)
            except Exception as error:
                outcome.set_exception(error)
            else:
                outcome.set_result(result)

        self._wanted[priority] += 1
        try:
            async with self._lanes[priority]:
                await self._others_first(priority, is_over)
                if is_over():
                    raise StoppedError
                began = time.monotonic()
                self._call(begin)
                return await outcome
        finally:
            self._wanted[priority] -= 1
            self._wake()

    async def _others_first(self, priority: Priority, is_over: Callable[[], bool]) -> None:
        """Let the event loop run, and wait while a higher priority has work."""
        await asyncio.sleep(0)
        while not is_over() and any(
            count for earlier, count in self._wanted.items() if earlier < priority
        ):
            self._changed.clear()
            await self._changed.wait()

    def _wake(self) -> None:
        self._changed.set()
