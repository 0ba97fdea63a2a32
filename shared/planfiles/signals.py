"""Signals that ask a process to end: what they do instead while there is something to keep,
or until a moment that suits."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from types import FrameType
from typing import Final, NoReturn

from planfiles.command import TerminatedError

_ENDING: Final = ("SIGTERM", "SIGHUP")
"""Those of a scheduler, and of a terminal that is closed."""


def ended_by_signals() -> AbstractContextManager[None]:
    """Meanwhile signals that ask the process to end do what Ctrl+C does: they raise
    TerminatedError where it is at work, so that it can keep what it has."""
    return on_ending_signals(_terminate)


@contextmanager
def on_ending_signals(handle: Callable[[int], None], *more: str) -> Iterator[None]:
    """Meanwhile signals that ask the process to end, and `more` of them by name, call `handle` with
    their number, as far as there are such and they would end it: nohup ignores one. Only in the
    main thread, which is the one that gets signals."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def handler(number: int, _: FrameType | None) -> None:
        handle(number)

    there = [getattr(signal, name) for name in (*_ENDING, *more) if hasattr(signal, name)]
    numbers = [number for number in there if signal.getsignal(number) is signal.SIG_DFL]
    for number in numbers:
        signal.signal(number, handler)
    try:
        yield
    finally:
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)


def _terminate(number: int) -> NoReturn:
    raise TerminatedError(number)


_NUMBERS: Final = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


@contextmanager
def interrupts_deferred() -> Iterator[Callable[[], None]]:
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
