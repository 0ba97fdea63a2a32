"""Lines in a window, each as high as it is; only those that are looked at are ever made.

A line takes one row of the screen or more. How many is known only of lines that were looked at, so
what is scrolled by is lines: what is scrolled to is the line at the top, with how many of its rows
are above the window. Everything else follows from the lines around it, so that neither a million
lines nor another width cost anything.
"""

from __future__ import annotations

from math import ceil

from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBar


class ScrolledLines(ScrollView):
    """Which line is where. Subclasses say how many there are and how high each is, and paint."""

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
