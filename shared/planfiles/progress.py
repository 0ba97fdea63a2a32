"""A progress line, on a terminal only."""

from __future__ import annotations

import math
import shutil
import sys
import time
from types import TracebackType
from typing import Final

from planfiles.command import is_terminal, line_stands

_REDRAW: Final = 0.1
"""Seconds between two updates of the line."""
_WIDTH: Final = 30
_ECHO: Final = 3
"""Columns left free for the cursor and the `^C` that a terminal echoes."""
_STILL: Final = 1.0
"""Seconds for which the message of `waiting` is shown."""
_SOON: Final = 2.0
"""Seconds before the rate and the remaining time are shown."""


class Progress:
    """Counts to `total` on standard error, if that is a terminal, or as `is_shown` says. A context
    manager: the line is erased at its end, and before `remark` and `write_out` of
    `planfiles.command` write to the same terminal."""

    def __init__(self, verb: str = "", total: int = 0, *, is_shown: bool | None = None) -> None:
        self._verb = verb
        self._total = total
        self._stream = sys.stderr
        self._is_shown = is_terminal(sys.stderr) if is_shown is None else is_shown
        self._done = 0
        self._skipped = 0
        self._began = time.monotonic()
        self._drawn = 0.0
        self._stands = False
        self._waiting = ""
        self._waited = -math.inf

    def begin(self, verb: str, total: int) -> None:
        """Count from 0 to `total` things that are described by `verb`."""
        self._verb, self._total = verb, total
        self._done = self._skipped = 0
        self._waited = -math.inf
        self._began = time.monotonic()

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._clear()

    def advance(self, count: int = 1) -> None:
        """Count `count` more as done."""
        self._done += count
        self._show()

    def waiting(self, what: str, seconds: float, reached: str = "") -> None:
        """Show that `what` has been running for `seconds` and its progress `reached`. Must be
        called several times a second."""
        # Imported late: few commands wait.
        from plancore.phrases import time_in_words

        # A long line is cut at its end, so the name comes last.
        self._waiting = f"{reached}{reached and ', '}{time_in_words(seconds)} at {what}"
        self._waited = time.monotonic()
        self._show()

    def _show(self) -> None:
        if not self._is_due():
            return
        is_waiting = time.monotonic() - self._waited < _STILL
        if self._total > 1:
            filled = _WIDTH * min(self._done, self._total) // self._total
            bar = "#" * filled + "." * (_WIDTH - filled)
            waiting = f", {self._waiting}" if is_waiting else ""
            self._draw(f"{self._verb} [{bar}] {self._done}/{self._total}{self._pace()}{waiting}")
        elif is_waiting:
            self._draw(f"{self._verb}: {self._waiting}")

    def skip(self, count: int = 1) -> None:
        """Count `count` items that were done before this run and do not count for its rate."""
        self._skipped += count
        self.advance(count)

    def _pace(self) -> str:
        """The rate and the remaining time, once they can be estimated."""
        seconds, done = time.monotonic() - self._began, self._done - self._skipped
        if seconds < _SOON or not done:
            return ""
        # Imported late: most runs end before.
        from plancore.phrases import rate_in_words, time_in_words

        rate = done / seconds
        return f", {rate_in_words(rate)}, {time_in_words((self._total - self._done) / rate)} left"

    def checkpoint(self, done: int = 0, stage: str = "", /) -> None:
        """A `plancore.stop.Checkpoint` that shows the stage and the number of things done."""
        if stage and self._is_due():
            self._draw(f"{stage}: {done:,}")

    def _is_due(self) -> bool:
        """Whether the line is due for an update; its text is made only then."""
        return self._is_shown and time.monotonic() - self._drawn >= _REDRAW

    def _draw(self, line: str) -> None:
        self._drawn = time.monotonic()
        columns = shutil.get_terminal_size().columns
        # Before the write, which Ctrl+C may interrupt.
        self._stands = True
        line_stands(self._clear)
        self._write(f"\r{line[: max(columns - _ECHO, 0)]}\x1b[K")

    def _clear(self) -> None:
        """Erase the line; the next update draws it again."""
        if self._stands:
            self._stands = False
            self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()
