"""A list of any length with a cursor, in which only visible lines are made.

A line takes one or more rows of the screen, and its height is computed only when it is needed. So
the list scrolls by lines: its position is the line at the top, and the number of its rows above the
window. Everything else follows from the lines around it, so that neither a million lines nor a new
width are expensive.
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

from plancore.report.lines import Tone
from plandiff.widgets.lines import RowPainter


class ScrolledLines(ScrollView):
    """The positions of lines. Subclasses define the number of lines, their heights, and how to
    paint them. It is not an ABC, because widgets have a metaclass of Textual."""

    def __init__(self, *, id: str) -> None:
        self._skipped = 0, 0
        """The line at the top, and the number of its rows above the window."""
        self._width_key: tuple[Size, bool] | None = None
        self._width = 0
        super().__init__(id=id)

    @property
    def line_count(self) -> int:
        """The number of lines."""
        raise NotImplementedError

    def height_of(self, line: int) -> int:  # noqa: ARG002 - subclasses use it
        """The number of rows of a line."""
        return 1

    @property
    def row_width(self) -> int:
        """The width without the scrollbar."""
        # Cached, because it is needed for each painted row, and Textual computes it each time.
        key = self.outer_size, self.show_vertical_scrollbar
        if key != self._width_key:
            self._width_key, self._width = key, self.scrollable_content_region.width
        return self._width

    @property
    def top(self) -> tuple[int, int]:
        """The line at the top of the window, and the number of its rows above the window."""
        line = self.scroll_offset.y
        return line, self._skipped[1] if self._skipped[0] == line else 0

    def line_at(self, row: int) -> tuple[int, int]:
        """The line `row` rows below the top of the window, and the number of its row there, from 0;
        after the end of the list, the line number does not exist."""
        line, skipped = self.top
        return self._walk(line, row + skipped)

    def row_of(self, line: int) -> int | None:
        """The row of the window where a line begins; None if the line is not visible."""
        at, skipped = self.top
        row = -skipped
        if not at <= line < at + self.size.height:
            return None
        while at < line:
            row += self.height_of(at)
            at += 1
        return row if row < self.size.height else None

    def scroll_to_row(self, line: int, row: int) -> bool:
        """Scroll `line` to `row` rows below the top, if possible; whether the view changed."""
        top = self._walk_up(line, row) if row > 0 else self._walk(line, -row)
        line, skipped = min(top, self._walk_up(self.line_count, self.size.height))
        is_same = (line, skipped) == self.top
        self._skipped = line, skipped
        # Forced, because a new scrollbar may not be there yet.
        self.scroll_to(y=line, animate=False, immediate=True, force=True)
        if not is_same:
            self.refresh()
        return not is_same

    def measure(self) -> None:
        """Set the virtual size: the last position of the scrollbar is the end of the list."""
        height = self.size.height
        line, skipped = self._walk_up(self.line_count, height)
        last = min(line + (skipped > 0), max(self.line_count - 1, 0))
        if not last:
            height = min(height, sum(map(self.height_of, range(self.line_count))))
        self.virtual_size = Size(self.row_width, last + height)
        if self.show_vertical_scrollbar:
            self.vertical_scrollbar.position = self.scroll_y

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Repaint after scrolling."""
        # Does not call Textual's, which repaints the whole scrollbar: a tenth of the time of a
        # page.
        if self.show_vertical_scrollbar:
            self._move_thumb(new_value)
        if round(old_value) != round(new_value):
            self.refresh()

    def watch_show_vertical_scrollbar(self, is_shown: bool) -> None:
        """Set the position of a scrollbar that has just appeared."""
        if is_shown:
            self.vertical_scrollbar.position = self.scroll_y

    def _move_thumb(self, position: float) -> None:
        """Repaint the rows of the scrollbar that have changed."""
        bar = self.vertical_scrollbar
        before, now = self._thumb(bar.position), self._thumb(position)
        bar.set_reactive(ScrollBar.position, position)
        if before != now:
            ends = [sorted((old, new)) for old, new in zip(before, now, strict=True)]
            rows = {row for first, last in ends for row in range(first // 8, last // 8 + 1)}
            bar.refresh(*(Region(0, row, bar.size.width, 1) for row in rows))

    def _thumb(self, position: float) -> tuple[int, int]:
        """Start and end of the scrollbar's thumb in eighths of a row, as in `ScrollBarRender`."""
        bar = self.vertical_scrollbar
        hidden = max(bar.window_virtual_size - bar.window_size, 1)
        length = max(bar.window_size * self.size.height / max(bar.window_virtual_size, 1), 1)
        start = int(8 * (self.size.height - length) * position / hidden)
        return start, start + ceil(8 * length)

    def _walk(self, line: int, rows: int) -> tuple[int, int]:
        """The line `rows` rows below the start of `line`, and the number of its row there."""
        while line < self.line_count and rows >= (height := self.height_of(line)):
            rows -= height
            line += 1
        return line, rows

    def _walk_up(self, line: int, rows: int) -> tuple[int, int]:
        """The line `rows` rows above the start of `line`, or the first, and the row there."""
        while rows > 0 and line > 0:
            line -= 1
            rows -= self.height_of(line)
        return line, max(-rows, 0)


_CURSOR = "▸"

_BEGIN: Final = 6
"""The row of the window where the cursor starts, unless the row for jumps is higher."""


class RowKey(NamedTuple):
    """The content of a row of the window."""

    line: int
    row: int
    """The number of the row in its line, from 0."""
    is_cursor: bool = False


class LineList(ScrolledLines, can_focus=True):
    """A list with a cursor and keys that move it. Subclasses make the lines; the first column is
    for the mark of the cursor.

    To follow the cursor, watch `cursor`. A message would arrive after the list is painted, so that
    the screen would be painted twice for each key.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"lines--{tone.value}" for tone in Tone),
        "lines--cursor",
    }
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
        """The row of the whole screen where the cursor last was."""
        self._beginning: int | None = None
        """The line where the cursor started, until it moves."""
        self._painter = RowPainter(self, self._row_segments)
        super().__init__(id=id)

    # For subclasses

    def line_segments(self, line: int, width: int) -> list[Segment]:
        """The segments of a line of one row, in `width` columns."""
        raise NotImplementedError

    def line_rows(self, line: int, width: int) -> Sequence[list[Segment]]:
        """The rows of a line, in `width` columns."""
        return [self.line_segments(line, width)]

    # Rows of the screen

    @property
    def screen_line(self) -> int:
        """The row of the window where the line at the cursor begins, or last began."""
        return 0 if self._anchor is None else self._anchor - self.region.y

    def render_lines(self, crop: Region) -> list[Strip]:
        """Paint the rows of `crop`."""
        return self._painter.paint(self._row_keys(), self.row_width, crop)

    def _row_keys(self) -> list[RowKey]:
        """The content of each row of the window."""
        rows: list[RowKey] = []
        line, row = self.line_at(0)
        cursor, count = self.cursor, self.line_count
        for _ in range(self.size.height):
            if line >= count:
                rows.append(RowKey(count, 0))  # all empty rows are the same
                continue
            rows.append(RowKey(line, row, line == cursor))
            row += 1
            if row >= self.height_of(line):
                line, row = line + 1, 0
        return rows

    def _row_segments(self, key: RowKey) -> list[Segment]:
        """The segments of a row, after the mark of the cursor."""
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
        """The style of a component class of this list."""
        return self._painter.style_of(name)

    def notify_style_update(self) -> None:
        """Look up the styles again."""
        self._painter.restyle()
        self.forget_rows()
        super().notify_style_update()

    # Changes

    def forget_rows(self) -> None:
        """Forget painted rows."""
        self._painter.forget()

    def line_changed(self, line: int) -> None:
        """Repaint a line whose height has not changed."""
        # Textual requests all rows of a window if one of them must be painted.
        self._painter.forget_those(lambda key: key.line == line)
        self._refresh_rows(line)

    def lines_changed(self) -> None:
        """Update after the lines have changed."""
        self.forget_rows()
        self.measure()
        self.cursor = self.validate_cursor(self.cursor)
        self.refresh()

    def validate_cursor(self, line: int) -> int:
        """Keep the cursor on a line."""
        return min(max(line, 0), max(self.line_count - 1, 0))

    def watch_cursor(self, before: int, now: int) -> None:
        """Scroll to the cursor, and repaint the old and the new row."""
        if now != self._beginning:
            self._beginning = None
        self._show_cursor(is_upwards=now < before)
        self._refresh_rows(before)
        self._refresh_rows(now)
        self._note_anchor()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Repaint after scrolling, and store the row of the cursor."""
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
        """Move the cursor to the clicked line."""
        self.cursor = self.line_at(event.y)[0]

    def action_move(self, by: int) -> None:
        """Move the cursor by a line; in a line taller than the window, scroll by a row."""
        if self.line_count and not self._read_on(by):
            self.cursor += by

    def action_page(self, by: int, share: int = 1) -> None:
        """Scroll by a window less one row, divided by `share`, and move the cursor along."""
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
        """Move the cursor to `line`, a few rows below the top. It stays there when the window is
        resized, until the cursor moves."""
        self._beginning = line
        self.place_cursor(line, self._beginning_row)

    def place_cursor(self, line: int, screen_line: int) -> None:
        """Move the cursor to `line`, and scroll so that it is `screen_line` rows from the top, or
        as near to that as it is fully visible."""
        if line < self.line_count:
            free = self.size.height - self.height_of(line)
            self._scroll_to_row(line, min(max(screen_line, min(free, 0)), max(free, 0)))
        self.cursor = line
        self._note_anchor()

    @property
    def _jump_row(self) -> int:
        """The row of the window for the cursor after a jump: following lines are visible."""
        return self.size.height // 3

    @property
    def _beginning_row(self) -> int:
        return min(_BEGIN, self._jump_row)

    def _whole_line_at(self, row: int) -> int:
        """The line at a row of the window, or its neighbour if it is cut off there."""
        line, part = self.line_at(row)
        start = row - part
        if start < 0:
            return line + 1
        is_cut = start + self.height_of(line) > self.size.height if line < self.line_count else True
        return line - 1 if is_cut and start > 0 else line

    def _read_on(self, rows: int) -> bool:
        """Scroll by up to `rows` rows within the line at the cursor; False if there were none."""
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
        # After a jump the cursor is in the upper part, after a step at the edge.
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
        """Scroll, and store the row of the cursor."""
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
