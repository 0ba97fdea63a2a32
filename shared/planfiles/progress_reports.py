"""Progress reports of work that takes long."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

_LONG: Final = 0.5
"""Seconds before the first report."""
_BETWEEN: Final = 0.2
"""Seconds between two reports."""


class ProgressReport(NamedTuple):
    """The current stage in words, the number of things done in it, and the seconds since the work
    began. The stage is empty if only the time is known."""

    done: int
    stage: str
    seconds: float

    def __str__(self) -> str:
        """`plans judged, of 100: 31`."""
        return f"{self.stage}: {self.done:,}" if self.done else self.stage


OnProgress: TypeAlias = Callable[[int, ProgressReport], object]
"""Called with the number of a group, from 0, and a report on it."""


def ignore_progress(_number: int, _report: ProgressReport, /) -> None:
    """Ignore the report."""


class ProgressReporter:
    """A `plancore.stop.Checkpoint` that reports the progress of work that begins now."""

    def __init__(self, report: Callable[[ProgressReport], object]) -> None:
        self._report = report
        self._began = time.monotonic()
        self._next = self._began + _LONG
        self._done, self._stage = 0, ""

    def __call__(self, done: int = 0, stage: str = "", /) -> None:
        """Record the progress, and report it if a report is due."""
        if stage:
            self._done, self._stage = done, stage
        now = time.monotonic()
        if now >= self._next:
            self._next = now + _BETWEEN
            self._report(ProgressReport(self._done, self._stage, now - self._began))
