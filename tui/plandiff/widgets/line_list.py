"""A list of any length with a cursor; only what is on the screen is ever made.

Lines in a window, each as high as it is; only those that are looked at are ever made.

A line takes one row of the screen or more. How many is known only of lines that were looked at, so
what is scrolled by is lines: what is scrolled to is the line at the top, with how many of its rows
are above the window. Everything else follows from the lines around it, so that neither a million
lines nor another width cost anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import ClassVar, Final, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBar
from textual.strip import Strip

from plandiff.widgets.lines import RowPainter


class ScrolledLines(ScrollView):
    """Which line is where. Subclasses say how many there are and how high each is, and paint; they
    are no ABCs, as a widget has a metaclass of Textual's."""

    def __init__(self, *, id: str) -> None:
        self._skipped = 0, 0
        """The line at the top, and how many of its rows are above the window."""
        self._width_key: tuple[Size, bool] | None = None
        self._width = 0
        super().__init__(id=id)

    @property
    def line_count(self) -> int:
        """How many lines there are."""
        raise NotImplementedError

    def height_of(self, line: int) -> int:  # noqa: ARG002 - subclasses look at it
        """How many rows a line takes."""
        return 1

    @property
    def row_width(self) -> int:
        """The columns beside the scrollbar."""
        # Asked for each row that is painted; Textual works it out anew each time.
        key = self.outer_size, self.show_vertical_scrollbar
        if key != self._width_key:
            self._width_key, self._width = key, self.scrollable_content_region.width
        return self._width

    @property
    def top(self) -> tuple[int, int]:
        """The line at the top of the window, and how many of its rows are above it."""
        line = self.scroll_offset.y
        return line, self._skipped[1] if self._skipped[0] == line else 0

    def line_at(self, row: int) -> tuple[int, int]:
        """The line that is shown `row` rows below the top of the window, and which of its rows that
        is, from 0; beyond the end of the list there is no such line."""
        line, skipped = self.top
        return self._walk(line, row + skipped)

    def row_of(self, line: int) -> int | None:
        """How far below the top of the window a line begins; None if nothing of it is there."""
        at, skipped = self.top
        row = -skipped
        if not at <= line < at + self.size.height:
            return None
        while at < line:
            row += self.height_of(at)
            at += 1
        return row if row < self.size.height else None

    def scroll_to_row(self, line: int, row: int) -> bool:
        """Scroll so that `line` begins `row` rows below the top, as far as there are lines; whether
        anything else is to be seen now."""
        top = self._walk_up(line, row) if row > 0 else self._walk(line, -row)
        line, skipped = min(top, self._walk_up(self.line_count, self.size.height))
        is_same = (line, skipped) == self.top
        self._skipped = line, skipped
        # By force, for lines that have just become too many: their scrollbar is not there yet.
        self.scroll_to(y=line, animate=False, immediate=True, force=True)
        if not is_same:
            self.refresh()
        return not is_same

    def measure(self) -> None:
        """Have as much to scroll as there are lines above the last window."""
        height = self.size.height
        line, skipped = self._walk_up(self.line_count, height)
        last = min(line + (skipped > 0), max(self.line_count - 1, 0))
        if not last:
            height = min(height, sum(map(self.height_of, range(self.line_count))))
        self.virtual_size = Size(self.row_width, last + height)
        if self.show_vertical_scrollbar:
            self.vertical_scrollbar.position = self.scroll_y

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Paint what is there now."""
        # Not Textual's, which paints all of the scrollbar: that takes a tenth of a page.
        if self.show_vertical_scrollbar:
            self._move_thumb(new_value)
        if round(old_value) != round(new_value):
            self.refresh()

    def watch_show_vertical_scrollbar(self, is_shown: bool) -> None:
        """Have it say where the window has come to be without it."""
        if is_shown:
            self.vertical_scrollbar.position = self.scroll_y

    def _move_thumb(self, position: float) -> None:
        """Paint the rows of the scrollbar that look otherwise now."""
        bar = self.vertical_scrollbar
        before, now = self._thumb(bar.position), self._thumb(position)
        bar.set_reactive(ScrollBar.position, position)
        if before != now:
            ends = [sorted((old, new)) for old, new in zip(before, now, strict=True)]
            rows = {row for first, last in ends for row in range(first // 8, last // 8 + 1)}
            bar.refresh(*(Region(0, row, bar.size.width, 1) for row in rows))

    def _thumb(self, position: float) -> tuple[int, int]:
        """From where to where the scrollbar is filled, in eighths of a row, which is what it shows;
        as `ScrollBarRender` has it."""
        bar = self.vertical_scrollbar
        hidden = max(bar.window_virtual_size - bar.window_size, 1)
        length = max(bar.window_size * self.size.height / max(bar.window_virtual_size, 1), 1)
        start = int(8 * (self.size.height - length) * position / hidden)
        return start, start + ceil(8 * length)

    def _walk(self, line: int, rows: int) -> tuple[int, int]:
        """The line `rows` rows below the first of `line`, and which of its rows that is."""
        while line < self.line_count and rows >= (height := self.height_of(line)):
            rows -= height
            line += 1
        return line, rows

    def _walk_up(self, line: int, rows: int) -> tuple[int, int]:
        """The line `rows` rows above the first of `line`, and which of its rows that is; the first
        of all where there are not so many."""
        while rows > 0 and line > 0:
            line -= 1
            rows -= self.height_of(line)
        return line, max(-rows, 0)


_CURSOR = "▸"

_BEGIN: Final = 6
"""The row of the window that the cursor begins at; where a jump puts it, if that is higher."""


class RowKey(NamedTuple):
    """What is to be seen in a row of the window."""

    line: int
    row: int
    """Which row of the line, from 0."""
    is_cursor: bool = False


class LineList(ScrolledLines, can_focus=True):
    """The cursor, the keys that move it, and the rows. Subclasses make the lines, which leave the
    first column to the mark of the cursor.

    Who tells of the line at the cursor watches `cursor`. A message would come when the list has
    been painted, and the screen would be painted twice for each key.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "move(1)", "down", show=False, id="line.down"),
        Binding("up,k", "move(-1)", "up", show=False, id="line.up"),
        Binding("pagedown,ctrl+f,space", "page(1)", "page down", show=False, id="line.page-down"),
        Binding("pageup,ctrl+b", "page(-1)", "page up", show=False, id="line.page-up"),
        Binding("ctrl+d", "page(1, 2)", "half a page down", show=False, id="line.half-down"),
        Binding("ctrl+u", "page(-1, 2)", "half a page up", show=False, id="line.half-up"),
        Binding("home,g", "edge(0)", "first line", show=False, id="line.first"),
        Binding("end,G", "edge(1)", "last line", show=False, id="line.last"),
    ]

    cursor: reactive[int] = reactive(0, repaint=False)

    def __init__(self, *, id: str) -> None:
        self._anchor: int | None = None
        """The row of the whole screen where the cursor was when it was last seen to move."""
        self._beginning: int | None = None
        """The line that the cursor began at, as long as it is there."""
        self._painter = RowPainter(self, self._row_segments)
        super().__init__(id=id)

    # What subclasses say

    def line_segments(self, line: int, width: int) -> list[Segment]:
        """What a line shows that takes one row, in `width` columns."""
        raise NotImplementedError

    def line_rows(self, line: int, width: int) -> Sequence[list[Segment]]:
        """What a line shows in `width` columns, row by row."""
        return [self.line_segments(line, width)]

    # Rows of the screen

    @property
    def screen_line(self) -> int:
        """How far below the top of the window the line at the cursor begins, or began when it was
        last there."""
        return 0 if self._anchor is None else self._anchor - self.region.y

    def render_lines(self, crop: Region) -> list[Strip]:
        """Paint."""
        return self._painter.paint(self._row_keys(), self.row_width, crop)

    def _row_keys(self) -> list[RowKey]:
        """What is where in the window."""
        rows: list[RowKey] = []
        line, row = self.line_at(0)
        cursor, count = self.cursor, self.line_count
        for _ in range(self.size.height):
            if line >= count:
                rows.append(RowKey(count, 0))  # they all look the same
                continue
            rows.append(RowKey(line, row, line == cursor))
            row += 1
            if row >= self.height_of(line):
                line, row = line + 1, 0
        return rows

    def _row_segments(self, key: RowKey) -> list[Segment]:
        """A row of a line, behind the mark of the cursor."""
        if key.line >= self.line_count:
            return []
        mark = _CURSOR if key.is_cursor and not key.row else " "
        rest = self.line_rows(key.line, self.row_width - 1)[key.row]
        segments = [Segment(mark, self.style_of("title")), *rest]
        if not key.is_cursor:
            return segments
        cursor = self.style_of("cursor")
        return [Segment(text, (style or Style()) + cursor) for text, style, _ in segments]

    def style_of(self, name: str) -> Style:
        """The style of a component class of this kind of list."""
        return self._painter.style_of(name)

    def notify_style_update(self) -> None:
        """Look styles up anew."""
        self._painter.restyle()
        self.forget_rows()
        super().notify_style_update()

    # What changes

    def forget_rows(self) -> None:
        """Make rows anew when they are painted."""
        self._painter.forget()

    def line_changed(self, line: int) -> None:
        """Paint a line anew that is as high as it was."""
        # Textual asks for all rows of a window when one of them has to be painted.
        self._painter.forget_those(lambda key: key.line == line)
        self._refresh_rows(line)

    def lines_changed(self) -> None:
        """Take other lines into account."""
        self.forget_rows()
        self.measure()
        self.cursor = self.validate_cursor(self.cursor)
        self.refresh()

    def validate_cursor(self, line: int) -> int:
        """Keep the cursor on a line."""
        return min(max(line, 0), max(self.line_count - 1, 0))

    def watch_cursor(self, before: int, now: int) -> None:
        """Show the cursor where it is."""
        if now != self._beginning:
            self._beginning = None
        self._show_cursor(is_upwards=now < before)
        self._refresh_rows(before)
        self._refresh_rows(now)
        self._note_anchor()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Paint what is there now; remember where the cursor comes to stand."""
        super().watch_scroll_y(old_value, new_value)
        self._note_anchor()

    def on_resize(self, _event: events.Resize) -> None:
        """Fit the width; keep the cursor at its row of the screen."""
        self.measure()
        if self._beginning == self.cursor:
            self.place_cursor(self.cursor, self._beginning_row)
        elif self._anchor is None:
            self._show_cursor(is_upwards=False)
            self._note_anchor()
        else:
            self.place_cursor(self.cursor, self.screen_line)

    def on_click(self, event: events.Click) -> None:
        """Put the cursor where the mouse is."""
        self.cursor = self.line_at(event.y)[0]

    def action_move(self, by: int) -> None:
        """Move the cursor by a line; in one that is taller than the window, scroll by a row."""
        if self.line_count and not self._read_on(by):
            self.cursor += by

    def action_page(self, by: int, share: int = 1) -> None:
        """Scroll by a window but for a row, or by such a share of it, and take the cursor along."""
        rows = by * max((self.size.height - 1) // share, 1)
        if not self.line_count or self._read_on(rows):
            return
        row, before = self.screen_line, self.top
        line, skipped = before
        self._scroll_to_row(line, -skipped - rows)
        if self.top == before:
            self.action_edge(by > 0)
        else:
            self.cursor = self._whole_line_at(row)

    def action_edge(self, last: int) -> None:
        """Move the cursor to the first or the last line."""
        self.cursor = self.line_count - 1 if last else 0

    def begin_at(self, line: int) -> None:
        """Put the cursor on `line`, a few rows below the top, whatever size the window then comes
        to have; until the cursor moves."""
        self._beginning = line
        self.place_cursor(line, self._beginning_row)

    def place_cursor(self, line: int, screen_line: int) -> None:
        """Put the cursor on `line`, and scroll so that it is `screen_line` rows from the top, or as
        near as all of it is in the window."""
        if line < self.line_count:
            free = self.size.height - self.height_of(line)
            self._scroll_to_row(line, min(max(screen_line, min(free, 0)), max(free, 0)))
        self.cursor = line
        self._note_anchor()

    @property
    def _jump_row(self) -> int:
        """The row of the window that a jump puts the cursor on: what follows is to be seen, too."""
        return self.size.height // 3

    @property
    def _beginning_row(self) -> int:
        return min(_BEGIN, self._jump_row)

    def _whole_line_at(self, row: int) -> int:
        """The line at a row of the window, or the one beside it where it is cut off there."""
        line, part = self.line_at(row)
        start = row - part
        if start < 0:
            return line + 1
        is_cut = start + self.height_of(line) > self.size.height if line < self.line_count else True
        return line - 1 if is_cut and start > 0 else line

    def _read_on(self, rows: int) -> bool:
        """Scroll by as many rows as that, as long as they belong to the line at the cursor; false
        if all of it was to be seen in that direction."""
        row = self.row_of(self.cursor)
        if row is None:
            return False
        beyond = row + self.height_of(self.cursor) - self.size.height
        hidden = beyond if rows > 0 else -row
        if hidden <= 0:
            return False
        self._scroll_to_row(self.cursor, row - max(min(rows, hidden), -hidden))
        return True

    def _show_cursor(self, *, is_upwards: bool) -> None:
        window = self.size.height
        if not window or not self.line_count:
            return
        row, height = self.row_of(self.cursor), self.height_of(self.cursor)
        if row is not None and (0 <= row <= window - height or row <= 0 <= row + height - window):
            return
        # A jump puts the cursor into the middle, a step keeps it at the edge.
        first, last = self.top[0], self.line_at(window - 1)[0]
        is_step = first - 2 <= self.cursor <= last + 2
        if not is_step:
            at = self._jump_row
        elif is_upwards:
            at = min(0, window - height)
        else:
            at = max(0, window - height)
        self._scroll_to_row(self.cursor, at)

    def _scroll_to_row(self, line: int, row: int) -> None:
        """Scroll, and remember where the cursor comes to stand."""
        if self.scroll_to_row(line, row):
            self._note_anchor()

    def _note_anchor(self) -> None:
        row = self.row_of(self.cursor)
        if row is not None:
            self._anchor = row + self.region.y

    def _refresh_rows(self, line: int) -> None:
        row = self.row_of(line) if line < self.line_count else None
        if row is not None:
            self.refresh(Region(0, max(row, 0), self.size.width, self.height_of(line)))
