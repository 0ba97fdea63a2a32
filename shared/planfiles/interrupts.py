"""Block signals that end this process while it starts another one."""

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
    """Block SIGINT, SIGTERM and SIGHUP in this thread; in the main thread, which handles them, they
    are delivered when the block is left.

    A process that is started in the block, from any thread, inherits the mask: no signal reaches it
    before it has set its handlers, and no signal interrupts us before we have recorded it in order
    to end it. Windows has no such mask: there a process that is starting may report an interrupt.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
