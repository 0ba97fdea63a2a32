"""A list of any length with a cursor; only the lines on the screen are ever made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip


class LineList(ScrollView, can_focus=True):
    """The cursor, the keys that move it, and scrolling. Subclasses make the lines."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "move(1)", "down", show=False, id="line.down"),
        Binding("up,k", "move(-1)", "up", show=False, id="line.up"),
        Binding("pagedown,space", "page(1)", "page down", show=False, id="line.page-down"),
        Binding("pageup", "page(-1)", "page up", show=False, id="line.page-up"),
        Binding("home,g", "edge(0)", "first line", show=False, id="line.first"),
        Binding("end,G", "edge(1)", "last line", show=False, id="line.last"),
    ]

    cursor: reactive[int] = reactive(0)

    @dataclass
    class CursorMoved(Message):
        """The cursor is on another line."""

        view: LineList
        line: int

        @property
        def control(self) -> LineList:
            """Whose cursor it is."""
            return self.view

    @property
    def line_count(self) -> int:
        """How many lines there are."""
        raise NotImplementedError

    def line_segments(self, line: int, width: int) -> list[Segment]:
        """What a line shows in `width` columns."""
        raise NotImplementedError

    def lines_changed(self) -> None:
        """Take a new number of lines into account."""
        self.virtual_size = Size(self.line_width, self.line_count)
        self.cursor = self.validate_cursor(self.cursor)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """The line `y` lines below the top of the window."""
        line = y + self.scroll_offset.y
        width = self.line_width
        if line >= self.line_count:
            return Strip.blank(width, self.rich_style)
        segments = self.line_segments(line, width)
        if line == self.cursor:
            cursor = self.style_of("cursor")
            segments = [Segment(text, (style or Style()) + cursor) for text, style, _ in segments]
        return Strip(segments).adjust_cell_length(width).apply_style(self.rich_style)

    @property
    def line_width(self) -> int:
        """The columns beside the scrollbar."""
        return self.scrollable_content_region.width

    def style_of(self, name: str) -> Style:
        """The style of a component class of this kind of list."""
        return self.get_component_rich_style(f"lines--{name}", partial=True)

    def validate_cursor(self, line: int) -> int:
        """Keep the cursor on a line."""
        return min(max(line, 0), max(self.line_count - 1, 0))

    def watch_cursor(self, before: int, now: int) -> None:
        """Show the cursor where it is, and tell."""
        self.refresh_line(before)
        self.refresh_line(now)
        self._show_cursor()
        self.post_message(self.CursorMoved(self, now))

    def on_resize(self, _event: events.Resize) -> None:
        """Fit the width; keep the cursor in sight."""
        self.virtual_size = Size(self.line_width, self.line_count)
        self.call_after_refresh(self._show_cursor)

    def on_click(self, event: events.Click) -> None:
        """Put the cursor where the mouse is."""
        self.cursor = event.y + self.scroll_offset.y

    def action_move(self, by: int) -> None:
        """Move the cursor by so many lines."""
        self.cursor += by

    def action_page(self, by: int) -> None:
        """Move the cursor by so many windows."""
        self.cursor += by * max(self.size.height - 1, 1)

    def action_edge(self, last: int) -> None:
        """Move the cursor to the first or the last line."""
        self.cursor = self.line_count - 1 if last else 0

    def place_cursor(self, line: int, screen_line: int) -> None:
        """Put the cursor on `line`, and scroll so that it is `screen_line` lines from the top."""
        top = min(max(line - screen_line, 0), max(self.line_count - self.size.height, 0))
        self._scroll(top)
        self.cursor = line

    @property
    def screen_line(self) -> int:
        """How far below the top of the window the cursor is."""
        return self.cursor - self.scroll_offset.y

    def _show_cursor(self) -> None:
        height = self.size.height
        top = self.scroll_offset.y
        if height and not top <= self.cursor < top + height:
            # A jump puts the cursor into the middle, a step keeps it at the edge.
            is_step = top - 2 <= self.cursor < top + height + 2
            above = height // 3 if not is_step else (0 if self.cursor < top else height - 1)
            self._scroll(max(self.cursor - above, 0))

    def _scroll(self, top: int) -> None:
        # By force, for lines that have just become too many: their scrollbar is not there yet.
        self.scroll_to(y=top, animate=False, immediate=True, force=True)
