"""Work that takes longer than a blink: in threads that tell how far they are, until cancelled."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

from plancore.stop import Checkpoint, StoppedError

_BETWEEN: Final = 0.1
"""Seconds between two words on how far a job is."""


def progress_text(stage: str, done: int) -> str:
    """How far a job is, for the line of keys."""
    number = f": {done:,}" if done else ""
    return f"{stage}{number}   Esc to stop"


class Job:
    """Runs `work` once. `tell` hears in the thread of the job how far it is: what is being done, in
    words, and how much of it."""

    def __init__(
        self, work: Callable[[Checkpoint], None], tell: Callable[[str, int], None]
    ) -> None:
        self._work, self._tell = work, tell
        self._cancelled = threading.Event()
        self._told = time.monotonic()
        # A daemon: quitting must not wait for it to end.
        self._thread = threading.Thread(target=self._run, daemon=True)

    @property
    def is_running(self) -> bool:
        """Whether it has begun and not ended."""
        return self._thread.is_alive()

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def cancel(self) -> None:
        """Have it end at its next checkpoint, without an answer."""
        self._cancelled.set()

    def wait(self, seconds: float) -> None:
        """Return when it has ended, or after so long."""
        self._thread.join(seconds)

    def _run(self) -> None:
        try:
            self._work(self._checkpoint)
        except StoppedError:
            return

    def _checkpoint(self, done: int = 0, stage: str = "", /) -> None:
        if self._cancelled.is_set():
            raise StoppedError
        now = time.monotonic()
        if stage and now - self._told >= _BETWEEN:
            self._told = now
            self._tell(stage, done)
