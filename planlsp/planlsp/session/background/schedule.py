"""Work beside the event loop: what is typed first, then what is asked, then what is found, then the
rest.

In threads, each priority has one, so that two analyses do not take the interpreter from each other.
A thread rests at its next checkpoint while the event loop or an earlier priority has work, and ends
there when nobody waits for it any more.

In a web worker, which has no threads, all work has its turn in the one that also runs the event
loop. Where the browser can set a call aside (WebAssembly's JavaScript Promise Integration), work
pauses at a checkpoint after each slice of time, so that messages are received and what is more
urgent goes first; elsewhere work that has begun runs to its end.
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
    """What work is for; an earlier priority goes first."""

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


_MOST_PROGRAMS: Final = 2
"""Programs of others that run at the same time; further ones wait."""


class Schedule(Protocol):
    """Does the work of one session in its turn."""

    async def run(self, priority: Priority, work: Callable[[Checkpoint], Result]) -> Result:
        """The result of `work`, which is given the checkpoint to call every few milliseconds.

        Who is cancelled while waiting for it cancels the work.
        """

    async def aside(self, work: Callable[[Checkpoint], Result]) -> Result:
        """The result of `work`, which waits for another program."""

    def loop_has_work(self, has_work: bool) -> None:
        """The event loop has something in hand from now on, or waits."""

    def close(self) -> None:
        """End all work."""


class Threads:
    """The work of one session, in threads."""

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
        """The result of `work`, which is given the checkpoint to call every few milliseconds.

        Who is cancelled while waiting for it cancels the work.
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
            self._wake()  # it may be resting

    async def aside(self, work: Callable[[Checkpoint], Result]) -> Result:
        """The result of `work`, which waits for another program and leaves nobody the interpreter
        to wait for: it never rests at its checkpoint, so that the limits of the program hold."""
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
        """The event loop has something in hand from now on, or waits."""
        self._loop_has_work = has_work
        if self._resting and not has_work:
            self._wake()

    def close(self) -> None:
        """End all work, and wait for that."""
        self._is_closed = True
        self._wake()
        for threads in (*self._threads.values(), self._waiting):
            threads.shutdown(cancel_futures=True)

    def _is_others_turn(self, priority: Priority) -> bool:
        """Whether the event loop, or a priority before `priority`, has work."""
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
"""Seconds that work goes on before the event loop has its turn."""


class Caller(Protocol):
    """Calls a function, outside of every task of the event loop."""

    def __call__(self, function: Callable[[], None], /) -> object:
        """Call it now; it may still be at a pause when this returns."""


Pause = Callable[[Awaitable[Any]], object]
"""Lets the event loop run until something has happened, and returns to who called."""


class Slices:
    """The work of one session, in the thread of the event loop."""

    def __init__(self, call: Caller, pause: Pause | None) -> None:
        """`call` calls functions that may `pause`, if there is such a thing here."""
        self._call, self._pause = call, pause
        self._lanes = {priority: asyncio.Lock() for priority in Priority}
        self._wanted = {priority: 0 for priority in Priority}
        self._changed = asyncio.Event()
        self._is_closed = False

    async def run(self, priority: Priority, work: Callable[[Checkpoint], Result]) -> Result:
        """The result of `work`, which is given the checkpoint to call every few milliseconds.

        Who is cancelled while waiting for it cancels the work.
        """
        stopped = asyncio.Event()
        running = asyncio.ensure_future(self._in_turn(priority, work, stopped))
        running.add_done_callback(lambda task: task.cancelled() or task.exception())
        try:
            return await asyncio.shield(running)
        finally:
            stopped.set()
            self._wake()

    async def aside(self, _work: Callable[[Checkpoint], Result]) -> Result:
        """Raises UserError: there are no other programs that the work could wait for."""
        raise UserError("planners cannot run in a browser; install planlsp to solve problems")

    def loop_has_work(self, has_work: bool) -> None:
        """Nothing to do: the event loop has the thread whenever work pauses."""

    def close(self) -> None:
        """End all work at its next checkpoint."""
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
        """Let the event loop have its turn, and wait while an earlier priority has work."""
        await asyncio.sleep(0)
        while not is_over() and any(
            count for earlier, count in self._wanted.items() if earlier < priority
        ):
            self._changed.clear()
            await self._changed.wait()

    def _wake(self) -> None:
        self._changed.set()
