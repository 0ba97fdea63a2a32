"""An event loop that says when it has something in hand."""

from __future__ import annotations

import asyncio
import selectors
import sys
from collections.abc import Callable
from typing import Any

Busy = Callable[[bool], None]
"""Told whether the loop has something in hand, whenever that changes."""


def new_event_loop(busy: Busy) -> asyncio.AbstractEventLoop:
    """A loop for `asyncio.Runner`.

    Threads that compute take every second turn of the interpreter from a loop that has work, each
    of them: who knows of that work can leave it the interpreter.
    """
    if sys.platform == "win32":
        return asyncio.new_event_loop()  # it waits by other means, and tells nobody
    return asyncio.SelectorEventLoop(_Telling(busy))


class _Telling(selectors.DefaultSelector):
    """Where the loop waits: as long as it does so it has nothing in hand."""

    def __init__(self, busy: Busy) -> None:
        super().__init__()
        self._busy = busy

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is not None and timeout <= 0:
            return super().select(timeout)
        self._busy(False)
        try:
            return super().select(timeout)
        finally:
            self._busy(True)
