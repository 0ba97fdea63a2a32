"""Work that takes longer than a blink: in threads that tell how far they are, until cancelled."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from textual.app import App
from textual.message import Message

from plancore.stop import Checkpoint, StoppedError
from planfiles.trouble import Trouble

_BETWEEN: Final = 0.1
"""Seconds between two words on how far a job is."""


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


class JobsApp(App[int]):
    """Has a job of each kind at a time, and hears of it by messages."""

    @dataclass
    class WorkTold(Message):
        """How far a job is; nothing when it has ended."""

        text: str

    @dataclass
    class WorkFailed(Message):
        """A job came to nothing."""

        message: str

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        super().__init__()

    @property
    def is_working(self) -> bool:
        """Whether anything is being worked out."""
        return any(job.is_running for job in self._jobs.values())

    def begin(self, kind: str, work: Callable[[Checkpoint], None]) -> None:
        """Do `work` in a thread, in place of what is done of its kind. What it answers it posts; it
        may raise Trouble."""
        if kind in self._jobs:
            self._jobs[kind].cancel()

        def whole(checkpoint: Checkpoint) -> None:
            try:
                work(checkpoint)
            except Trouble as trouble:
                self.post_message(self.WorkFailed(trouble.message))
            finally:
                self.post_message(self.WorkTold(""))

        self._jobs[kind] = Job(whole, self._tell)
        self._jobs[kind].start()

    def cancel(self) -> None:
        """End all jobs."""
        for job in self._jobs.values():
            job.cancel()

    def _tell(self, stage: str, done: int) -> None:
        number = f": {done:,}" if done else ""
        self.post_message(self.WorkTold(f"{stage}{number}   Esc stops"))
