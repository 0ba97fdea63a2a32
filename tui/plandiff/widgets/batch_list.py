"""The pairs of a batch, one line each; only those on the screen are ever made."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar

from rich.segment import Segment
from textual.binding import Binding, BindingType

from plancore.report.batch.review import Batch
from plancore.report.batch.row import BatchRow
from plancore.report.lines import Line, Tone, visible
from plandiff.viewmodel.batch import AtWork, BatchTable
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
        self._rows: Sequence[BatchRow] = ()
        self._marked: Collection[str] = ()
        self._batch = _NO_BATCH
        self._table: BatchTable | None = None
        self._at_work: dict[str, str] = {}
        """What is being done with pairs, by their names."""
        self._coming: list[str] = []
        """The names of those among them that have no row yet. They stand below the rows."""
        self._gone = ""
        """The pair that was at the cursor when all rows went."""
        self._held = ""
        """The last pair that was gone back to so. On the first line, too, the cursor is there for
        its sake."""
        self._line_of: dict[str, int] = {}
        super().__init__(id=id)

    @property
    def line_count(self) -> int:
        """One for each row, and for each pair at work that has none."""
        return len(self._rows) + len(self._coming)

    @property
    def row(self) -> BatchRow | None:
        """The row at the cursor; None where there is none, or none yet."""
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
        """Show `rows` of a batch, those called `marked` with a mark, and how far pairs `at_work`
        are. The row at the cursor stays there, and where it is on the screen; one that is gone
        leaves its place to the next, unless all are: then it is gone back to when it comes. While
        rows `are_coming` or pairs without one are at work, a cursor that nobody has moved stays on
        the first line."""
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
        """Say how far pairs are; nothing else is painted anew. False where other pairs are at work
        that have no row: then all is to be shown anew."""
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
        """The line of a pair; beyond all lines where it has none."""
        if name in self._line_of:
            return self._line_of[name]
        return len(self._rows) + (self._coming.index(name) if name in self._coming else 0)

    def _go_back(self, name: str, screen_line: int) -> None:
        """To the pair that was at the cursor."""
        if name and self.cursor_name != name:
            line = self._line(name)
            self.place_cursor(line if line < self.line_count else self.cursor, screen_line)

    def _go_back_to_gone(self) -> None:
        """To the pair that was at the cursor when all went, unless somebody has moved since."""
        if self.cursor:
            self._gone = ""
        elif self._gone in self._line_of:
            self.cursor = self._line_of[self._gone]
            self._gone, self._held = "", self._gone

    @property
    def cursor_name(self) -> str:
        """The name of the pair at the cursor; nothing where there are none."""
        return self._name_at(self.cursor)

    def _name_at(self, line: int) -> str:
        n_rows = len(self._rows)
        if line < n_rows:
            return self._rows[line].name
        return self._coming[line - n_rows] if line < self.line_count else ""

    def is_seen(self, name: str) -> bool:
        """Whether the line of a pair is on the screen."""
        line = self._line(name)
        return line < self.line_count and self.row_of(line) is not None

    def table(self, width: int) -> BatchTable:
        """The columns in so many columns of the screen."""
        if self._table is None or self._table.width != width:
            self._table = BatchTable(self._batch, self._rows, width, self._coming)
        return self._table

    def head(self, order: str) -> Line:
        """The names of the columns."""
        return self.table(self.row_width - 1).head(order)

    def line_segments(self, line: int, width: int) -> list[Segment]:
        """A row of the table."""
        name, table = self._name_at(line), self.table(width)
        work, is_marked = self._at_work.get(name, ""), name in self._marked
        if line < len(self._rows):
            pieces = table.line(self._rows[line], is_marked=is_marked, work=work)
        else:
            pieces = table.work_line(visible(name), work, is_marked=is_marked)
        return [Segment(piece.text, self.style_of(piece.tone.value)) for piece in pieces]


def _names(at_work: Sequence[AtWork], known: Collection[str]) -> list[str]:
    """The names of pairs that are not known, in the order in which their lines stand: not by how
    long they take, for they would change places."""
    return sorted(at.pair.name for at in at_work if at.pair.name not in known)
