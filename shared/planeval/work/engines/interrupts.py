"""Ctrl+C kept for a moment that suits."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

_NUMBERS: Final = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


@contextmanager
def interrupts_kept() -> Iterator[Callable[[], None]]:
    """Meanwhile what signals raise is raised by the function that is given, which is to be called
    often, and nowhere else: not in the midst of native code that does not expect it. What came
    last is raised when the block is left. Only in the main thread, which is the one that gets
    signals."""
    if threading.current_thread() is not threading.main_thread():
        yield lambda: None
        return
    came: list[int] = []

    def keep(number: int, _: FrameType | None) -> None:
        came.append(number)

    def look() -> None:
        while came:
            number = came.pop(0)
            handlers[number](number, None)

    handlers: dict[int, Callable[[int, FrameType | None], object]] = {}
    for number in _NUMBERS:
        handler = signal.getsignal(number)
        if callable(handler):  # not what ends the process at once, or is ignored
            handlers[number] = handler
            signal.signal(number, keep)
    try:
        yield look
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    look()
