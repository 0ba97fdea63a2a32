"""Ctrl+C and its like, held back while a process is started."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

INTERRUPTS: Final = {
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
}


@contextmanager
def interrupts_held() -> Iterator[None]:
    """What ends this process waits until the block is left, where it is the main thread's: that
    alone sees it. A process that is started here, from any thread, sees none of it before it has
    settled what that means to it, and is not lost before somebody has it who will end it.

    Windows cannot hold it: there a process that is being started may say that it was interrupted.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
