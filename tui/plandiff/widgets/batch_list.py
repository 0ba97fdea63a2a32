"""The list of a batch's pairs, one line each; only visible lines are made."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar

from rich.segment import Segment
from textual.binding import Binding, BindingType

from plancore.report.batch.review import Batch
from plancore.report.batch.row import BatchRow
from plancore.report.lines import Line, visible
from plandiff.viewmodel.batch import AtWork, BatchTable
from plandiff.widgets.line_list import LineList

_NO_BATCH = Batch("", None, ())


class BatchList(LineList):
    """Shows rows in a table with the columns that fit."""

    BINDINGS: ClassVar[list[BindingType]] = [
        # In other lists, Space scrolls by a page.
        Binding("space", "screen.mark", "mark", show=False)
    ]

    def __init__(self, *, id: str) -> None:
        self._rows: Sequence[BatchRow] = ()
        self._marked: Collection[str] = ()
        self._batch = _NO_BATCH
        self._table: BatchTable | None = None
        self._at_work: dict[str, str] = {}
        """The progress of slow pairs, by name."""
        self._coming: list[str] = []
        """The names of slow pairs without a row, which are listed below the rows."""
        self._gone = ""
        """The pair at the cursor when all rows were removed."""
        self._held = ""
        """The pair that the cursor returned to after that: it stays there even on the first
        line."""
        self._line_of: dict[str, int] = {}
        super().__init__(id=id)

    @property
    def line_count(self) -> int:
        """The number of rows, and of slow pairs without a row."""
        return len(self._rows) + len(self._coming)

    @property
    def row(self) -> BatchRow | None:
        """The row at the cursor; None if there is none, or the pair has no row yet."""
        return self._rows[self.cursor] if self.cursor < len(self._rows) else None

    def show(
        self,
        batch: Batch,
        rows: Sequence[BatchRow],
        marked: Collection[str],
        at_work: Sequence[AtWork] = (),
        *,
        are_coming: bool = False,
    ) -> None:
        """Show `rows` of a batch, with marks on those in `marked`, and the progress of pairs
        `at_work`. The cursor stays on its row, at the same place of the screen. If that row is
        removed, the next one takes its place; if all are removed, the cursor returns to it when it
        is back. While rows `are_coming`, or pairs without rows are shown, a cursor on the first
        line stays there."""
        before, screen_line = self.cursor_name, self.screen_line
        are_coming = are_coming or bool(self._coming)
        all_go = bool(self._rows) and not rows
        if all_go:
            self._gone = before
        self._batch, self._rows, self._marked = batch, rows, marked
        self._line_of = {row.name: line for line, row in enumerate(rows)}
        self._take(at_work)
        self._table = None
        self.lines_changed()
        if all_go:
            self.cursor = 0
        elif self.cursor or not are_coming or before == self._held:
            self._go_back(before, screen_line)
        self._go_back_to_gone()

    def show_work(self, at_work: Sequence[AtWork]) -> bool:
        """Update the progress of pairs, and repaint only their lines. Returns False if the pairs
        without rows have changed: then call `show`."""
        said, coming = self._at_work, _names(at_work, self._line_of)
        if coming != self._coming:
            return False
        self._take(at_work)
        both = {**said, **self._at_work}
        changed = [name for name in both if said.get(name) != self._at_work.get(name)]
        for name in changed:
            self.line_changed(self._line(name))
        return True

    def _take(self, at_work: Sequence[AtWork]) -> None:
        self._at_work = {working.pair.name: working.text for working in at_work}
        self._coming = _names(at_work, self._line_of)

    def _line(self, name: str) -> int:
        """The line of a pair; a number after all lines if it has none."""
        if name in self._line_of:
            return self._line_of[name]
        return len(self._rows) + (self._coming.index(name) if name in self._coming else 0)

    def _go_back(self, name: str, screen_line: int) -> None:
        """Move the cursor to the pair that it was on."""
        if name and self.cursor_name != name:
            line = self._line(name)
            self.place_cursor(line if line < self.line_count else self.cursor, screen_line)

    def _go_back_to_gone(self) -> None:
        """Move the cursor back to the pair whose rows were removed, unless the user moved it."""
        if self.cursor:
            self._gone = ""
        elif self._gone in self._line_of:
            self.cursor = self._line_of[self._gone]
            self._gone, self._held = "", self._gone

    @property
    def cursor_name(self) -> str:
        """The name of the pair at the cursor; empty if there are none."""
        return self._name_at(self.cursor)

    def _name_at(self, line: int) -> str:
        n_rows = len(self._rows)
        if line < n_rows:
            return self._rows[line].name
        return self._coming[line - n_rows] if line < self.line_count else ""

    def is_seen(self, name: str) -> bool:
        """Whether the line of a pair is visible."""
        line = self._line(name)
        return line < self.line_count and self.row_of(line) is not None

    def table(self, width: int) -> BatchTable:
        """The table in `width` columns of the screen."""
        if self._table is None or self._table.width != width:
            self._table = BatchTable(self._batch, self._rows, width, self._coming)
        return self._table

    def head(self, order: str) -> Line:
        """The names of the columns."""
        return self.table(self.row_width - 1).head(order)

    def line_segments(self, line: int, width: int) -> list[Segment]:
        """The segments of a row of the table."""
        name, table = self._name_at(line), self.table(width)
        work, is_marked = self._at_work.get(name, ""), name in self._marked
        if line < len(self._rows):
            pieces = table.line(self._rows[line], is_marked=is_marked, work=work)
        else:
            pieces = table.work_line(visible(name), work, is_marked=is_marked)
        return [Segment(piece.text, self.style_of(piece.tone.value)) for piece in pieces]


def _names(at_work: Sequence[AtWork], known: Collection[str]) -> list[str]:
    """The names of pairs without rows, in the order of their lines; not by duration, or they would
    change places."""
    return sorted(at.pair.name for at in at_work if at.pair.name not in known)
