"""An event loop that says when it has something in hand."""

from __future__ import annotations

import asyncio
import selectors
import sys
from collections.abc import Callable
from typing import Any, Final

Busy = Callable[[bool], None]
"""Told whether the loop has something in hand, whenever that changes."""

TELLS: Final = sys.platform != "win32"
"""Whether the loop tells. On Windows it waits by other means and never says so: where anybody else
says that it has something in hand, who leaves it the interpreter would wait for ever."""


def new_event_loop(busy: Busy) -> asyncio.AbstractEventLoop:
    """A loop for `asyncio.Runner`.

    Threads that compute take every second turn of the interpreter from a loop that has work, each
    of them: who knows of that work can leave it the interpreter.
    """
    return asyncio.SelectorEventLoop(_Telling(busy)) if TELLS else asyncio.new_event_loop()


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
