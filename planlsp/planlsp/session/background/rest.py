"""What is done when nothing has happened for some time."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable


class Rest:
    """Calls `action` once `seconds` have gone by since `begin` was last called.

    There is one timer however often that is: asyncio keeps those that are cancelled for a while,
    with the context that they were made in, which on a server holds a message.
    """

    def __init__(self, seconds: float, action: Callable[[], object]) -> None:
        self._seconds, self._action = seconds, action
        self._timer: asyncio.TimerHandle | None = None
        self._end = 0.0

    def begin(self) -> None:
        """Begin to wait, again if it has begun. Called in the event loop."""
        self._end = asyncio.get_running_loop().time() + self._seconds
        if self._timer is None:
            self._wait()

    def _wait(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_at(self._end, self._ended, context=contextvars.Context())

    def _ended(self) -> None:
        self._timer = None
        if asyncio.get_running_loop().time() < self._end:
            self._wait()
        else:
            self._action()
