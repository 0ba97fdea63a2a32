"""Signals that ask a process to end: what they do instead while there is something to keep."""

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
