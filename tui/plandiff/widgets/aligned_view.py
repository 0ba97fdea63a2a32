"""Both sides of a review in one list, so that they can never scroll apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.reactive import reactive

from plancore.report.lines import Tone
from plancore.report.rows.folding import Folding, RowFold
from plancore.report.rows.landmark import landmark, row_at
from plancore.report.rows.one_column import OneColumn
from plancore.report.rows.row import Cell, Role, Rows, ViewRow
from plandiff.widgets.line_list import LineList

_ABSENT = "╱" * 12
_STEP = 8
"""Columns that a text moves sideways at a key."""


class AlignedView(LineList):
    """Rows in two columns, or in one. A sign in front of each says what its colour says."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"lines--{tone.value}" for tone in Tone),
        "lines--cursor",
        "lines--heading",
        "lines--fold",
        "lines--mark",
        "lines--match",
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l", f"shift({_STEP})", "right", show=False, id="view.right"),
        Binding("left,h", f"shift(-{_STEP})", "left", show=False, id="view.left"),
    ]

    shift: reactive[int] = reactive(0)
    swapped: reactive[bool] = reactive(False)
    needle: reactive[str] = reactive("")

    def __init__(self, rows: Rows, *, id: str) -> None:
        self.rows = rows
        self.unified = False
        self.folding = Folding.all_folded(rows)
        super().__init__(id=id)

    @property
    def line_count(self) -> int:
        """Rows and folds."""
        return self.folding.count

    @property
    def row_index(self) -> int:
        """The row at the cursor; the first one of a fold."""
        item = self.folding.item(self.cursor)
        return item.start if isinstance(item, RowFold) else item

    @property
    def base_index(self) -> int:
        """The row at the cursor, counted as if there were two columns."""
        rows = self._shown
        return rows.base(self.row_index)[0] if isinstance(rows, OneColumn) else self.row_index

    @property
    def first_line(self) -> int:
        """The row at the cursor; of one with a line for each side the first of these."""
        return self.row_of_base(self.base_index)

    @property
    def current(self) -> ViewRow | RowFold | None:
        """What stands at the cursor; None in an empty view."""
        if not self.line_count:
            return None
        item = self.folding.item(self.cursor)
        return item if isinstance(item, RowFold) else self._shown.row(item)

    @property
    def columns(self) -> Sequence[int]:
        """The sides from left to right, by their numbers: the reference first, as `diff` has it."""
        sides = range(len(self.rows.sides))
        return sides if self.swapped else sides[::-1]

    @property
    def stops(self) -> list[int]:
        """The changes, as rows of this view."""
        return list(self._shown.stops)

    @property
    def fold_text(self) -> str:
        """What the fold at the cursor hides; empty where there is none."""
        item = self.folding.item(self.cursor)
        return self._shown.fold_text(*item) if isinstance(item, RowFold) else ""

    def show(self, rows: Rows, *, unified: bool, at: int = 0) -> None:
        """Show `rows` in one or two columns, all folded, with the cursor on row `at` of them."""
        self._show(rows, unified, at, ())

    def show_anew(self, rows: Rows, *, unified: bool) -> None:
        """Show `rows`, which may be other ones of the same things, where one is: what is at the
        cursor, and what is not folded, is found again by what it is."""
        at = self.base_index if self.line_count else 0
        unfolded = self._unfolded
        if rows is not self.rows:
            at = self._found_again(at, rows)
            unfolded = unfolded and [self._found_again(row, rows) for row in unfolded]
        self._show(rows, unified, at, unfolded)

    def _show(self, rows: Rows, unified: bool, at: int, unfolded: Sequence[int] | None) -> None:
        """Show `rows` with the runs at the rows `unfolded` unfolded, or all for None."""
        screen_line = self.screen_line
        self.rows, self.unified = rows, unified
        view_rows: Rows = OneColumn(rows) if unified else rows
        self.folding = Folding(view_rows, frozenset())
        if unfolded is not None:
            self.folding = Folding.all_but(view_rows, map(self.row_of_base, unfolded))
        self._set_folding(self.folding, self.row_of_base(at), screen_line)

    @property
    def _unfolded(self) -> Sequence[int] | None:
        """A row of each run that is not folded, counted as if there were two columns; None if
        nothing is folded although it could be."""
        rows, folded = self._shown, self.folding.folded
        if rows.runs and not folded:
            return None
        starts = (start for start, _ in rows.runs if start not in folded)
        return [rows.base(at)[0] if isinstance(rows, OneColumn) else at for at in starts]

    def _found_again(self, row: int, rows: Rows) -> int:
        mark = landmark(self.rows, row)
        return 0 if mark is None else row_at(rows, mark)

    def go_to(self, index: int) -> None:
        """Put the cursor on row `index` of this view, unfolding it."""
        self._set_folding(self.folding.revealing(index), index, None)

    def go_to_base(self, index: int) -> None:
        """Put the cursor on row `index`, counted as if there were two columns."""
        self.go_to(self.row_of_base(index))

    def row_of_base(self, index: int) -> int:
        """The row of this view that row `index` is, counted as if there were two columns."""
        rows = self._shown
        return rows.moved(index) if isinstance(rows, OneColumn) else index

    def toggle_fold(self) -> bool:
        """Fold or unfold the run at the cursor; false if there is none."""
        changed = self.folding.toggled(self.row_index)
        if changed is self.folding:
            return False
        self._set_folding(changed, self.row_index, self.screen_line)
        return True

    def toggle_all_folds(self) -> None:
        """Unfold everything, or fold everything if nothing is folded."""
        rows = self._shown
        is_folded = bool(self.folding.folded)
        changed = Folding(rows, frozenset()) if is_folded else Folding.all_folded(rows)
        self._set_folding(changed, self.row_index, self.screen_line)

    def search(self, text: str) -> list[int]:
        """The rows of this view that contain `text`, which is marked from now on."""
        self.needle = text
        return self._shown.matching(text) if text else []

    def action_shift(self, by: int) -> None:
        """Move the text of both sides sideways."""
        self.shift = max(self.shift + by, 0)

    def watch_shift(self) -> None:
        """Show the text from another column on."""
        self.refresh()

    def watch_swapped(self) -> None:
        """Show the sides the other way round."""
        self.refresh()

    def watch_needle(self) -> None:
        """Mark another text."""
        self.refresh()

    def line_segments(self, line: int, width: int) -> list[Segment]:
        """A row in its columns, or a fold across all of them."""
        item = self.folding.item(line)
        mark = Segment("▸" if line == self.cursor else " ", self.style_of("title"))
        if isinstance(item, RowFold):
            text = f"· {self._shown.fold_text(*item)}   z unfolds "
            n_dots = max(width - 1 - cell_len(text), 0)
            return [mark, Segment(text + "·" * n_dots, self.style_of("fold"))]
        row = self._shown.row(item)
        cells = [row.cells[side] if row.cells else None for side in self.columns]
        numbers = [self._number(row, cell) for cell in cells]
        if self.unified:
            cell = next((cell for cell in row.cells if cell is not None), None)
            return [mark, *self._column(row, cell, width - 1, "".join(numbers), has_remark=True)]
        widths = column_widths(width, len(cells))
        widths[0] -= 1
        segments = [mark]
        for at, (cell, number) in enumerate(zip(cells, numbers, strict=True)):
            is_last = at + 1 == len(cells)
            segments += self._column(row, cell, widths[at], number, has_remark=is_last)
            segments += [] if is_last else [Segment("│", self.style_of("dim"))]
        return segments

    @property
    def _shown(self) -> Rows:
        return self.folding.rows

    def _set_folding(self, folding: Folding, row: int, screen_line: int | None) -> None:
        self.folding = folding
        self.lines_changed()
        line = folding.line(row) if folding.count else 0
        if screen_line is None:
            self.cursor = line
        else:
            self.place_cursor(line, screen_line)
        self.post_message(self.CursorMoved(self, self.cursor))

    def _column(
        self, row: ViewRow, cell: Cell | None, width: int, number: str, *, has_remark: bool
    ) -> list[Segment]:
        """One side of a row, exactly `width` columns wide."""
        if row.role is Role.BLANK or width < 4:
            return [Segment(" " * width)]
        if cell is not None and cell.own_mark is not None:
            row = row._replace(sign=cell.own_mark.sign, tone=cell.own_mark.tone)
        style = self._style(row)
        remark = row.remark if has_remark else ""
        if cell is None:
            sign = row.sign if row.is_stacked else " "
            text = f"{sign} {' ' * len(number)}{_ABSENT if row.role is not Role.TITLE else ''}"
            return self._filled([Segment(text, self.style_of("dim"))], remark, width, style)
        indent = 0 if number else row.role.indent
        head = Segment(f"{row.sign or ' '} {number}{' ' * indent}", style)
        taken = cell_len(head.text)
        room = width - taken
        body = self._body(cell, room, style)
        return self._filled([head, *body], remark, width, style)

    def _body(self, cell: Cell, room: int, style: Style) -> list[Segment]:
        """The text from the `shift`-th character on, with what differs and what is sought."""
        text = cell.text.replace("\n", " ")
        start = min(self.shift, len(text))
        marked = self._marked(cell)
        segments = []
        for at, end, kind in marked:
            if end <= start:
                continue
            piece = text[max(at, start) : end]
            segments.append(Segment(piece, style + self.style_of(kind) if kind else style))
        if start:
            segments.insert(0, Segment("…", style))
        if sum(segment.cell_length for segment in segments) <= room:
            return segments
        cut = Segment.adjust_line_length(segments, room - 1, style=style, pad=False)
        return [*cut, Segment("…", style)]

    def _marked(self, cell: Cell) -> list[tuple[int, int, str]]:
        """The text in stretches, each with the name of its mark or nothing."""
        spans = [(start, end, "mark") for start, end in cell.marks]
        if self.needle:
            text, needle = cell.text.casefold(), self.needle.casefold()
            at = text.find(needle) if len(text) == len(cell.text) else -1
            spans = [] if at >= 0 else spans
            while at >= 0:
                spans.append((at, at + len(needle), "match"))
                at = text.find(needle, at + len(needle))
        stretches = []
        end_of_last = 0
        for start, end, kind in spans:
            stretches += [(end_of_last, start, ""), (start, end, kind)]
            end_of_last = end
        return [*stretches, (end_of_last, len(cell.text), "")]

    def _filled(
        self, segments: list[Segment], remark: str, width: int, style: Style
    ) -> list[Segment]:
        """The segments with the remark flush right, as far as there is room for it."""
        used = sum(segment.cell_length for segment in segments)
        room = width - used - 3
        if not remark or room < 6:
            return Segment.adjust_line_length(segments, width, style=Style())
        text = _shortened(remark, room)
        gap = Segment(" " * (width - used - cell_len(text) - 1))
        return [*segments, gap, Segment(text, style), Segment(" ")]

    def _number(self, row: ViewRow, cell: Cell | None) -> str:
        """The number of a side, as wide as the greatest; nothing where nothing is numbered."""
        if not any(side is not None and side.number for side in row.cells):
            return ""
        return f"{cell.number if cell else '':>{len(str(self.rows.count))}} "

    def _style(self, row: ViewRow) -> Style:
        style = self.style_of(row.tone.value)
        if row.role is Role.TITLE:
            return style + self.style_of("title")
        if row.role is Role.HEADING and row.sign in ("", "="):
            return self.style_of("heading")
        return style


def _shortened(remark: str, room: int) -> str:
    """As many of the parts of a remark as there is room for, or the start of the first."""
    text = remark
    while cell_len(text) > room and "; " in remark:
        remark = remark.rpartition("; ")[0]
        text = f"{remark}; …"
    return text if cell_len(text) <= room else set_cell_size(text, room - 1) + "…"


def column_widths(width: int, count: int) -> list[int]:
    """The widths of so many columns with a rule between each two; the last takes the rest."""
    share, over = divmod(width - (count - 1), count)
    return [*[share] * (count - 1), share + over]
