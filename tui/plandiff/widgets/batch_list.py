"""The pairs of a batch, one line each; only those on the screen are ever made."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar

from rich.segment import Segment
from textual.binding import Binding, BindingType

from plancore.report.batch.review import Batch
from plancore.report.batch.row import PairRow
from plancore.report.lines import Line, Tone
from plandiff.viewmodel.batch_table import BatchTable
from plandiff.widgets.line_list import LineList

_NO_BATCH = Batch("", None, ())


class BatchList(LineList):
    """Shows rows in the columns that there is room for."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"lines--{tone.value}" for tone in Tone),
        "lines--cursor",
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        # Other lists turn the page by it.
        Binding("space", "screen.mark", "mark", show=False),
    ]

    def __init__(self, *, id: str) -> None:
        self._rows: Sequence[PairRow] = ()
        self._marked: Collection[str] = ()
        self._batch = _NO_BATCH
        self._table: BatchTable | None = None
        super().__init__(id=id)

    @property
    def line_count(self) -> int:
        """One for each row."""
        return len(self._rows)

    @property
    def row(self) -> PairRow | None:
        """The row at the cursor; None where there are none."""
        return self._rows[self.cursor] if self._rows else None

    def show(
        self,
        batch: Batch,
        rows: Sequence[PairRow],
        marked: Collection[str],
        *,
        are_coming: bool = False,
    ) -> None:
        """Show `rows` of a batch, those called `marked` with a mark. The row at the cursor stays
        there, and where it is on the screen; one that is gone leaves its place to the next. While
        rows `are_coming`, a cursor that nobody has moved stays on the first line."""
        before, screen_line = self.row, self.screen_line
        self._batch, self._rows, self._marked = batch, rows, marked
        self._table = None
        self.lines_changed()
        if are_coming and not self.cursor:
            return
        if before is not None and self.cursor_name != before.name:
            names = (number for number, row in enumerate(rows) if row.name == before.name)
            self.place_cursor(next(names, self.cursor), screen_line)

    @property
    def cursor_name(self) -> str:
        """The name of the row at the cursor; nothing where there are none."""
        return "" if self.row is None else self.row.name

    def table(self, width: int) -> BatchTable:
        """The columns in so many columns of the screen."""
        if self._table is None or self._table.width != width:
            self._table = BatchTable(self._batch, self._rows, width)
        return self._table

    def head(self, order: str) -> Line:
        """The names of the columns."""
        return self.table(self.row_width - 1).head(order)

    def line_segments(self, line: int, width: int) -> list[Segment]:
        """A row of the table."""
        row = self._rows[line]
        pieces = self.table(width).line(row, is_marked=row.name in self._marked)
        return [Segment(piece.text, self.style_of(piece.tone.value)) for piece in pieces]
