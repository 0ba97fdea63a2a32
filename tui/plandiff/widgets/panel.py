"""The lines below the rows, which tell of the row at the cursor."""

from __future__ import annotations

from plancore.report.lines import Line
from plandiff.widgets.lines import Lines


class Panel(Lines):
    """Keeps a line that comes to be free: the rows above would else be laid out anew, and end
    elsewhere, for nearly each row that one goes to. Two are given back."""

    def _within(self, lines: tuple[Line, ...]) -> tuple[Line, ...]:
        shown, taken = super()._within(lines), self._taken
        if taken is None or taken.width != self._width:
            return shown
        needed = self._size_of(self._content(shown)).rows
        return (*shown, ()) if needed == taken.rows - 1 else shown
