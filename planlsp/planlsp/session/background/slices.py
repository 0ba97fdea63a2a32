"""The schedule where there are no threads: in a web worker.

All work has its turn in the one thread that also runs the event loop, the most urgent first. Where
the browser can set a call aside (WebAssembly's JavaScript Promise Integration), work pauses at a
checkpoint after each slice of time, so that messages are received and what is more urgent goes
first; elsewhere work that has begun runs to its end.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol, TypeVar

from plancore.stop import Checkpoint, StoppedError
from planfiles.errors import UserError
from planlsp.session.background.schedule import Priority

Result = TypeVar("Result")

_SLICE: Final = 0.008
"""Seconds that work goes on before the event loop has its turn."""


class Caller(Protocol):
    """Calls a function, outside of every task of the event loop."""

    def __call__(self, function: Callable[[], None], /) -> object:
        """Call it now; it may still be at a pause when this returns."""


Pause = Callable[[Awaitable[Any]], object]
"""Lets the event loop run until something has happened, and returns to who called."""


class Slices:
    """The work of one session, in one thread."""

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
