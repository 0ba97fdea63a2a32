"""How far work is that somebody waits for, reported only when it takes long."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

_LONG: Final = 0.5
"""Seconds after which somebody may begin to wonder."""
_BETWEEN: Final = 0.2
"""Seconds between two reports."""


class ProgressReport(NamedTuple):
    """What is being done, in words, how much of that is done, and for how many seconds all of the
    work has been going on. No words where nothing is known but the time."""

    done: int
    stage: str
    seconds: float

    def __str__(self) -> str:
        """`plans judged, of 100: 31`."""
        return f"{self.stage}: {self.done:,}" if self.done else self.stage


OnProgress: TypeAlias = Callable[[int, ProgressReport], object]
"""Called with reports on each group of items, by its number from 0."""


def ignore_progress(_number: int, _report: ProgressReport, /) -> None:
    """For who needs no reports."""


class ProgressReporter:
    """A `plancore.stop.Checkpoint` that reports how far the work is which begins now."""

    def __init__(self, report: Callable[[ProgressReport], object]) -> None:
        self._report = report
        self._began = time.monotonic()
        self._next = self._began + _LONG
        self._done, self._stage = 0, ""

    def __call__(self, done: int = 0, stage: str = "", /) -> None:
        """Take note of what is done, and report it when that is due."""
        if stage:
            self._done, self._stage = done, stage
        now = time.monotonic()
        if now >= self._next:
            self._next = now + _BETWEEN
            self._report(ProgressReport(self._done, self._stage, now - self._began))
