"""A bar that shows how far a run is; on a terminal only."""

from __future__ import annotations

import shutil
import time
from typing import Final, TextIO

_REDRAW: Final = 0.1
"""Seconds between two drawings."""
_WIDTH: Final = 30


class Progress:
    """Counts to `total` on `stream`; writes nothing where that is no terminal."""

    def __init__(self, verb: str, total: int, stream: TextIO) -> None:
        self._verb = verb
        self._total = total
        self._stream = stream
        self._shown = stream.isatty() and total > 1
        self._done = 0
        self._drawn = 0.0

    def advance(self, count: int = 1) -> None:
        """So many more are done."""
        self._done += count
        now = time.monotonic()
        if self._shown and now - self._drawn >= _REDRAW:
            self._drawn = now
            filled = _WIDTH * min(self._done, self._total) // self._total
            bar = "#" * filled + "." * (_WIDTH - filled)
            line = f"{self._verb} [{bar}] {self._done}/{self._total}"
            columns = shutil.get_terminal_size().columns
            self._stream.write(f"\r{line[: columns - 1]}")
            self._stream.flush()

    def close(self) -> None:
        """Take the bar away."""
        if self._shown and self._drawn:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
