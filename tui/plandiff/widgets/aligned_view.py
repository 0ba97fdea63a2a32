"""Both sides of a review in one list, so that they can never scroll apart."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.reactive import reactive

from plancore.report.lines import Tone
from plancore.report.rows.folding import Fold, Layout
from plancore.report.rows.one_column import UnifiedRows
from plancore.report.rows.row import Cell, Role, Rows, ViewRow
from plandiff.widgets.line_list import LineList

_ABSENT = "╱" * 12
_INDENT = {Role.TITLE: 0, Role.HEADING: 1, Role.ITEM: 2, Role.BLANK: 0}
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
        self.layout_of_lines = Layout.all_folded(rows)
        super().__init__(id=id)

    @property
    def line_count(self) -> int:
        """Rows and folds."""
        return self.layout_of_lines.count

    @property
    def row_index(self) -> int:
        """The row at the cursor; the first one of a fold."""
        item = self.layout_of_lines.item(self.cursor)
        return item.start if isinstance(item, Fold) else item

    @property
    def base_index(self) -> int:
        """The row at the cursor, counted as if there were two columns."""
        rows = self._shown
        return rows.base(self.row_index)[0] if isinstance(rows, UnifiedRows) else self.row_index

    @property
    def current(self) -> ViewRow | Fold | None:
        """What stands at the cursor; None in an empty view."""
        if not self.line_count:
            return None
        item = self.layout_of_lines.item(self.cursor)
        return item if isinstance(item, Fold) else self._shown.row(item)

    @property
    def stops(self) -> list[int]:
        """The changes, as rows of this view."""
        return list(self._shown.stops)

    @property
    def fold_text(self) -> str:
        """What the fold at the cursor hides; empty where there is none."""
        item = self.layout_of_lines.item(self.cursor)
        return self._shown.fold_text(*item) if isinstance(item, Fold) else ""

    def show(self, rows: Rows, *, unified: bool, at: int = 0) -> None:
        """Show `rows` in one or two columns, with the cursor on row `at` of them."""
        screen_line = self.screen_line
        self.rows, self.unified = rows, unified
        shown: Rows = UnifiedRows(rows) if unified else rows
        target = shown.moved(at) if isinstance(shown, UnifiedRows) else at
        self._set_layout(Layout.all_folded(shown), target, screen_line)

    def go_to(self, index: int) -> None:
        """Put the cursor on row `index` of this view, unfolding it."""
        self._set_layout(self.layout_of_lines.revealing(index), index, None)

    def go_to_base(self, index: int) -> None:
        """Put the cursor on row `index`, counted as if there were two columns."""
        rows = self._shown
        self.go_to(rows.moved(index) if isinstance(rows, UnifiedRows) else index)

    def toggle_fold(self) -> bool:
        """Fold or unfold the run at the cursor; false if there is none."""
        changed = self.layout_of_lines.toggled(self.row_index)
        if changed is self.layout_of_lines:
            return False
        self._set_layout(changed, self.row_index, self.screen_line)
        return True

    def toggle_all_folds(self) -> None:
        """Unfold everything, or fold everything if nothing is folded."""
        rows = self._shown
        is_folded = bool(self.layout_of_lines.folded)
        changed = Layout(rows, frozenset()) if is_folded else Layout.all_folded(rows)
        self._set_layout(changed, self.row_index, self.screen_line)

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
        item = self.layout_of_lines.item(line)
        mark = Segment("▸" if line == self.cursor else " ", self.style_of("title"))
        if isinstance(item, Fold):
            text = f"· {self._shown.fold_text(*item)}   z unfolds "
            rest = max(width - 1 - cell_len(text), 0)
            return [mark, Segment(text + "·" * rest, self.style_of("fold"))]
        row = self._shown.row(item)
        if self.unified:
            cell = row.reference if row.learned is None else row.learned
            number = f"{self._number(row, row.reference)}{self._number(row, row.learned)}"
            return [mark, *self._column(row, cell, width - 1, number, has_remark=True)]
        cells = (row.reference, row.learned)
        first, second = reversed(cells) if self.swapped else cells
        left = column_width(width) - 1
        return [
            mark,
            *self._column(row, first, left, self._number(row, first), has_remark=False),
            Segment("│", self.style_of("dim")),
            *self._column(
                row, second, width - left - 2, self._number(row, second), has_remark=True
            ),
        ]

    @property
    def _shown(self) -> Rows:
        return self.layout_of_lines.rows

    def _set_layout(self, layout: Layout, row: int, screen_line: int | None) -> None:
        self.layout_of_lines = layout
        self.lines_changed()
        line = layout.line(row) if layout.count else 0
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
        style = self._style(row)
        remark = row.remark if has_remark else ""
        if cell is None:
            text = f"  {' ' * len(number)}{_ABSENT if row.role is not Role.TITLE else ''}"
            return self._filled([Segment(text, self.style_of("dim"))], remark, width, style)
        indent = 0 if number else _INDENT[row.role]
        head = Segment(f"{row.sign or ' '} {number}{' ' * indent}", style)
        taken = cell_len(head.text)
        room = width - taken
        body = self._body(cell, room, style)
        return self._filled([head, *body], remark, width, style)

    def _body(self, cell: Cell, room: int, style: Style) -> list[Segment]:
        """The text from the `shift`-th character on, with what differs and what is sought."""
        text = cell.text
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
        found = []
        done = 0
        for start, end, kind in spans:
            found += [(done, start, ""), (start, end, kind)]
            done = end
        return [*found, (done, len(cell.text), "")]

    def _filled(
        self, segments: list[Segment], remark: str, width: int, style: Style
    ) -> list[Segment]:
        """The segments with the remark flush right, as far as there is room for it."""
        used = sum(segment.cell_length for segment in segments)
        room = width - used - 3
        if not remark or room < 6:
            return Segment.adjust_line_length(segments, width, style=Style())
        text = remark if cell_len(remark) <= room else set_cell_size(remark, room - 1) + "…"
        gap = Segment(" " * (width - used - cell_len(text) - 1))
        return [*segments, gap, Segment(text, style), Segment(" ")]

    def _number(self, row: ViewRow, cell: Cell | None) -> str:
        """The number of a side, as wide as the greatest; nothing where nothing is numbered."""
        if not any(side is not None and side.number for side in (row.reference, row.learned)):
            return ""
        return f"{cell.number if cell else '':>{len(str(self.rows.count))}} "

    def _style(self, row: ViewRow) -> Style:
        style = self.style_of(row.tone.value)
        if row.role is Role.TITLE:
            return style + self.style_of("title")
        if row.role is Role.HEADING and row.sign in ("", "="):
            return self.style_of("heading")
        return style


def column_width(width: int) -> int:
    """The width of the left column, its edge not included."""
    return (width - 1) // 2
