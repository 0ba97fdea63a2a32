"""All sides of a review in one list, so that they always scroll together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive

from plancore.phrases import SIDES
from plancore.report.lines import Tone, cut_in_the_middle, line
from plancore.report.rows.columns import OneColumn, column_widths, desired_widths
from plancore.report.rows.folding import Folding, RowFold
from plancore.report.rows.landmark import found_again
from plancore.report.rows.row import REFERENCE, Role, Rows, Side, ViewRow
from plandiff.widgets.line_list import LineList
from plandiff.widgets.lines import Lines
from plandiff.widgets.row_layout import SIGN, RowLayout, ScreenRow

_STEP = 8
"""Columns that texts scroll sideways at a key."""
_KEPT = 1000
"""The size of the cache of lines, several windows."""


def number_head(side: Side) -> str:
    """The head of the numbers of a side's steps."""
    return SIDES.short_reference if side is REFERENCE else SIDES.of_side(side.name)


class AlignedView(LineList):
    """Rows in one or two columns. A sign in front of each shows the same as its colour."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"lines--band-{tone.value}" for tone in Tone),
        "lines--badge",
        "lines--rule",
        "lines--heading",
        "lines--fold",
        "lines--mark",
        "lines--match",
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l", f"shift({_STEP})", "right", show=False, id="view.right"),
        Binding("left,h", f"shift(-{_STEP})", "left", show=False, id="view.left"),
    ]

    wraps: reactive[bool] = reactive(True, init=False)
    shift: reactive[int] = reactive(0, init=False)
    needle: reactive[str] = reactive("", init=False)

    class Shown(Message):
        """Sent when other lines are shown, even if the cursor has not moved."""

    def __init__(self, rows: Rows, *, id: str) -> None:
        self.unified = False
        self._laid: dict[int, list[ScreenRow]] = {}
        self._laid_width = 0
        self._names: Sequence[str] = ()
        self._layout: RowLayout | None = None
        self._take(rows)
        self.folding = Folding.all_folded(rows)
        super().__init__(id=id)

    @property
    def line_count(self) -> int:
        """The number of rows and folds."""
        return self.folding.count

    @property
    def row_index(self) -> int:
        """The row at the cursor; in a fold, the first one."""
        item = self.folding.item(self.cursor)
        return item.start if isinstance(item, RowFold) else item

    @property
    def base_index(self) -> int:
        """The row at the cursor, counted as with two columns."""
        return self.bases_of(self.cursor)[0]

    @property
    def window(self) -> range:
        """The rows in the window, including folded ones, counted as with two columns."""
        if not self.line_count or not self.size.height:
            return range(0)
        last = min(self.line_at(self.size.height - 1)[0], self.line_count - 1)
        return range(self.bases_of(self.top[0])[0], self.bases_of(last)[-1] + 1)

    def bases_of(self, line: int) -> range:
        """The rows of a line, counted as with two columns."""
        item, rows = self.folding.item(line), self._shown
        start, end = item if isinstance(item, RowFold) else (item, item + 1)
        if isinstance(rows, OneColumn):
            start, end = rows.base(start)[0], rows.base(end - 1)[0] + 1
        return range(start, end)

    def go_to_line_of(self, index: int) -> None:
        """Move the cursor to the line or fold of row `index`, counted as with two columns."""
        self.cursor = self.folding.line(self.row_of_base(index))

    @property
    def current(self) -> ViewRow | RowFold | None:
        """The row or fold at the cursor; None in an empty view."""
        if not self.line_count:
            return None
        item = self.folding.item(self.cursor)
        return item if isinstance(item, RowFold) else self._shown.row(item)

    @property
    def columns(self) -> Sequence[int]:
        """The sides from left to right, by their numbers: the reference first, as `diff` has it."""
        return range(len(self.rows.sides))[::-1]

    @property
    def fold_text(self) -> str:
        """The description of the fold at the cursor; empty if there is none."""
        item = self.folding.item(self.cursor)
        return self._shown.fold_text(*item) if isinstance(item, RowFold) else ""

    def show(self, rows: Rows, *, unified: bool, at: int = 0) -> None:
        """Show `rows` in one or two columns, all folded, with the cursor on row `at`."""
        self._show(rows, unified, at, ())

    def show_anew(self, rows: Rows, *, unified: bool) -> None:
        """Show `rows`, perhaps of a new comparison, at the same place: the row at the cursor and
        unfolded runs are found again by their content. A row at the cursor is not folded."""
        at = self.base_index if self.line_count else 0
        unfolded = self._unfolded
        if rows is not self.rows:
            at = self._found_again(at, rows)
            unfolded = unfolded and [self._found_again(row, rows) for row in unfolded]
            if unfolded is not None and isinstance(self.current, ViewRow):
                unfolded = [*unfolded, at]
        self._show(rows, unified, at, unfolded)

    def _show(self, rows: Rows, unified: bool, at: int, unfolded: Sequence[int] | None) -> None:
        """Show `rows` with the runs at the rows `unfolded` unfolded; None: all unfolded."""
        screen_line = self.screen_line
        self._take(rows)
        self.unified = unified
        view_rows: Rows = OneColumn(rows) if unified else rows
        self.folding = Folding(view_rows, frozenset())
        if unfolded is not None:
            self.folding = Folding.all_but(view_rows, map(self.row_of_base, unfolded))
        self._set_folding(self.folding, self.row_of_base(at), screen_line)

    @property
    def _unfolded(self) -> Sequence[int] | None:
        """The middle row of each unfolded run, counted as with two columns; None if all are."""
        rows, folded = self._shown, self.folding.folded
        if rows.runs and not folded:
            return None
        middles = (sum(run) // 2 for run in rows.runs if run[0] not in folded)
        return [rows.base(at)[0] if isinstance(rows, OneColumn) else at for at in middles]

    def _found_again(self, row: int, rows: Rows) -> int:
        return found_again(rows, self.rows, row)

    def go_to(self, index: int) -> None:
        """Move the cursor to row `index` of this view, and unfold it."""
        self._set_folding(self.folding.revealing(index), index, None)

    def go_to_base(self, index: int) -> None:
        """Move the cursor to row `index`, counted as with two columns, and unfold it."""
        self.go_to(self.row_of_base(index))

    def begin_at_base(self, index: int) -> None:
        """As `go_to_base`, near the top of the window even after it is resized."""
        self.go_to_base(index)
        self.begin_at(self.cursor)

    @property
    def _beginning_row(self) -> int:
        """Below the title of the row's part, if a third of the window is left for what follows."""
        above = 0
        for before in range(self.cursor - 1, -1, -1):
            above += self.height_of(before)
            if above > self.size.height * 2 // 3:
                break
            item = self.folding.item(before)
            if not isinstance(item, RowFold) and self._shown.row(item).role is Role.TITLE:
                return above
        return super()._beginning_row

    def row_of_base(self, index: int) -> int:
        """The row of this view for row `index`, counted as with two columns."""
        rows = self._shown
        return rows.moved(index) if isinstance(rows, OneColumn) else index

    def toggle_fold(self) -> bool:
        """Toggle the fold of the run at the cursor. Returns False if there is none."""
        changed = self.folding.toggled(self.row_index)
        if changed is self.folding:
            return False
        self._set_folding(changed, self.row_index, self.screen_line)
        return True

    def action_shift(self, by: int) -> None:
        """Scroll the texts of all sides sideways, unless they are wrapped."""
        if self.wraps:
            self.notify("long rows wrap; press w to scroll instead", timeout=2)
        else:
            self.shift = max(self.shift + by, 0)

    def watch_wraps(self) -> None:
        """Lay the rows out wrapped, or cut."""
        self.lay_anew()

    def watch_shift(self) -> None:
        """Show the texts from another column."""
        self.lay_anew()

    def watch_needle(self) -> None:
        """Highlight another text."""
        self.lay_anew()

    def line_rows(self, line: int, width: int) -> Sequence[ScreenRow]:
        """A row in its columns, or a fold across all of them."""
        if width != self._laid_width:
            self.forget_rows()
            self._laid_width = width
        rows = self._laid.get(line)
        if rows is None:
            if len(self._laid) >= _KEPT:
                self._laid.clear()
            rows = self._laid[line] = self._lay(line, width)
        return rows

    def height_of(self, line: int) -> int:
        """The number of screen rows of a line."""
        return len(self.line_rows(line, self.row_width - 1))

    def forget_rows(self) -> None:
        """Also forget the layout."""
        self._laid.clear()
        self._layout = None
        super().forget_rows()

    def lay_anew(self) -> None:
        """Lay all rows out again; the cursor stays at its row of the screen."""
        screen_line = self.screen_line
        self.lines_changed()
        self.place_cursor(self.cursor, screen_line)

    @property
    def is_numbered(self) -> bool:
        """Whether rows are numbered, as steps and lines of text are: all or none."""
        cells = self.rows.row(0).cells if self.rows.count else ()
        return any(cell is not None and cell.number for cell in cells)

    @property
    def desired_width(self) -> int:
        """The width in which no row is wrapped."""
        desired = self._desired_widths
        return sum(desired) + len(desired) - 1 + self.styles.scrollbar_size_vertical

    @property
    def column_widths(self) -> Sequence[int]:
        """The widths of the columns, from left to right; a single one if all sides share it."""
        width = max(self.row_width - 1, 1)
        if self.unified:
            return [width]
        return column_widths(self._desired_widths, width)

    @property
    def digits(self) -> Sequence[int]:
        """The width of the numbers of each side, from left to right; in a single column they have
        heads, because nothing else distinguishes them."""
        least = len(str(self.rows.count))
        sides = (self.rows.sides[side] for side in self.columns)
        return [max(least, len(number_head(side)) if self.unified else 0) for side in sides]

    def name_sides(self, names: Sequence[str]) -> None:
        """Set the names of the sides' files, which need room in the heads."""
        if names != self._names:
            self._names = names
            self.forget_rows()

    @property
    def _desired_widths(self) -> list[int]:
        """The desired width of each column, from left to right: its widest row, or its head."""
        heads = [cell_len(f"{side.title}: ") for side in self.rows.sides]
        for side, name in zip(range(len(heads)), self._names, strict=False):
            heads[side] += cell_len(name)
        return [max(self._desired[side], heads[side]) for side in self.columns]

    def _lay(self, line: int, width: int) -> list[ScreenRow]:
        item = self.folding.item(line)
        if isinstance(item, RowFold):
            rows = self._shown
            indent = " " * rows.row(item.start).role.indent
            text = cut_in_the_middle(f"{indent}· {rows.fold_text(*item)}", width)
            return [[Segment(text + " " * (width - cell_len(text)), self.style_of("fold"))]]
        if self._layout is None:
            self._layout = RowLayout(
                self.style_of,
                self.columns,
                self.column_widths,
                self.digits,
                None if self.wraps else self.shift,
                self.needle,
            )
        return self._layout.rows(self._shown.row(item))

    @property
    def _shown(self) -> Rows:
        return self.folding.rows

    def _take(self, rows: Rows) -> None:
        if getattr(self, "rows", None) is not rows:
            self.rows = rows
            self._desired = desired_widths(rows, SIGN + len(str(rows.count)) + 1)

    def _set_folding(self, folding: Folding, row: int, screen_line: int | None) -> None:
        self.folding = folding
        self.lines_changed()
        line = folding.line(row) if folding.count else 0
        if screen_line is None:
            self.cursor = line
        else:
            self.place_cursor(line, screen_line)
        self.post_message(self.Shown())


class ColumnHeads(Lines):
    """One line: side and name of each column, and the part that the top row belongs to."""

    _heads: tuple[AlignedView, Sequence[str]] | None = None
    _part = ""

    def on_resize(self) -> None:
        """Align the heads with the columns."""
        if self._heads is not None:
            self.call_after_refresh(self.show_names, *self._heads)

    def show_part(self, part: str) -> None:
        """Show the part that the top row belongs to, unless empty."""
        if part != self._part and self._heads is not None:
            self._part = part
            self.show_names(*self._heads)

    def show_names(self, view: AlignedView, names: Sequence[str]) -> None:
        """Show the `names` of the sides above the columns of `view`."""
        self._heads = view, names
        if view.unified:  # the heading has the names
            sides = [number_head(view.rows.sides[column]) for column in view.columns]
            numbers = zip(sides, view.digits, strict=True)
            heads = [f"{head:>{width}}" for head, width in numbers] if view.is_numbered else []
            self.show([line(f" {' ' * SIGN}{' '.join(heads)}" if heads else f" {self._part}")])
            return
        widths = list(view.column_widths)
        titles = [f"{view.rows.sides[column].title}: " for column in view.columns]
        heads = []
        for title, column, width in zip(titles, view.columns, widths, strict=True):
            name = cut_in_the_middle(names[column], width - cell_len(title))
            heads.append(set_cell_size(f"{title}{name}", width))
        told = f" {'│'.join(heads)}"
        if self._part:
            # At the end of the first column; the name of its side is cut.
            part, width = f" … {self._part}", widths[0]
            first = told[: width + 1].rstrip()
            if cell_len(first) + cell_len(part) > width:
                first = f" {titles[0][:SIGN]}{names[view.columns[0]]}"
            first = cut_in_the_middle(first, max(width - cell_len(part), 1))
            told = f"{set_cell_size(f'{first}{part}', width + 1)}{told[width + 1 :]}"
        self.show([line(told)])
