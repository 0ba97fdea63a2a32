"""Signals that ask a process to end: turned into exceptions, or deferred."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from types import FrameType
from typing import Final, NoReturn

from planfiles.command import TerminatedError

_ENDING: Final = ("SIGTERM", "SIGHUP")
"""Signals of a scheduler, and of a terminal that is closed."""


def ended_by_signals() -> AbstractContextManager[None]:
    """In the block, signals that ask the process to end raise TerminatedError, as Ctrl+C raises
    KeyboardInterrupt, so that results can be kept."""
    return on_ending_signals(_terminate)


@contextmanager
def on_ending_signals(handle: Callable[[int], None], *more: str) -> Iterator[None]:
    """In the block, call `handle` with the number of a signal that asks the process to end, or of
    one named in `more`. Only signals that exist and have their default action: nohup ignores one.
    Has no effect outside the main thread, which alone handles signals."""
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
    """In the block, run signal handlers only in calls of the function that is yielded, which must
    be called often: native code may not expect their exceptions. Pending signals are handled when
    the block is left. Has no effect outside the main thread, which alone handles signals."""
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
        if callable(handler):  # not the default action, and not an ignored signal
            handlers[number] = handler
            signal.signal(number, keep)
    try:
        yield look
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        look()
