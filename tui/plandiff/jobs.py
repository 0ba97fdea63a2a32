"""Run slow work in threads that report progress and can be cancelled."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

from plancore.stop import Checkpoint, StoppedError

_BETWEEN: Final = 0.1
"""Seconds between two progress reports of a job."""


def progress_text(stage: str, done: int) -> str:
    """The progress of a job, for the line of keys."""
    number = f": {done:,}" if done else ""
    return f"{stage}{number}   Esc to stop"


class Job:
    """Runs `work` once in a thread. `tell` is called in that thread with the progress: the stage,
    and the amount done."""

    def __init__(
        self, work: Callable[[Checkpoint], None], tell: Callable[[str, int], None]
    ) -> None:
        self._work, self._tell = work, tell
        self._cancelled = threading.Event()
        self._told = time.monotonic()
        # A daemon: quitting does not wait for it.
        self._thread = threading.Thread(target=self._run, daemon=True)

    @property
    def is_running(self) -> bool:
        """Whether the job has started and not ended."""
        return self._thread.is_alive()

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def cancel(self) -> None:
        """Make the job end at its next checkpoint, without a result."""
        self._cancelled.set()

    def wait(self, seconds: float) -> None:
        """Wait for the end of the job, up to `seconds`."""
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
