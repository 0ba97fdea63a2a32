"""Collect the output of a benchmark for a page, without rows of programs that are not installed,
which are listed at the end."""

from __future__ import annotations

import io
from typing import Final, TextIO

_MISSING: Final = "not installed"


class Written(io.TextIOBase):
    """A stream that stores each complete line and passes it on to another stream."""

    def __init__(self, shown: TextIO) -> None:
        self._shown = shown
        self._line = ""
        self._lines: list[str] = []
        self._missing: dict[str, None] = {}

    @property
    def text(self) -> str:
        """All lines so far."""
        return "".join(self._lines)

    def writable(self) -> bool:
        """True."""
        return True

    def write(self, text: str) -> int:
        """Accept more text and return its length."""
        *lines, self._line = (self._line + text).split("\n")
        for line in lines:
            self._take(f"{line}\n")
        return len(text)

    def flush(self) -> None:
        """Flush the complete lines."""
        self._shown.flush()

    def finish(self) -> None:
        """Accept the last line without a line end, and list the programs that are not installed."""
        if self._line:
            self.write("\n")
        if self._missing:
            self.write(f"\nNot installed here: {', '.join(self._missing)}.\n")

    def _take(self, line: str) -> None:
        program = missing_program(line)
        if program is not None:
            self._missing.setdefault(program)
            return
        self._lines.append(line)
        self._shown.write(line)


def missing_program(line: str) -> str | None:
    """The program of a row with nothing but that it is not installed; None for any other line,
    including rows with results of others."""
    if not line.startswith("|"):
        return None
    cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
    if _MISSING not in cells:
        return None
    at = cells.index(_MISSING)
    return cells[at - 1] if at and not any(cells[at + 1 :]) else None
