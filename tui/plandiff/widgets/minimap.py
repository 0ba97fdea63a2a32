"""The whole of the rows in the height of the window, beside them."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from plancore.report import marks
from plancore.report.lines import Tone
from plancore.report.rows.overview import Overview, overview_of
from plancore.report.rows.row import Rows
from plandiff.widgets.aligned_view import AlignedView

_WINDOW: Final = "▐"
"""Beside what is in the window."""
_CHANGE: Final = "█"
_SAME: Final = "┊"


class Minimap(Widget):
    """A line for each stretch of rows, in the tone of the weightiest mark there; a step that fails
    has its sign. What the window shows is marked; a click goes there."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"lines--{tone.value}" for tone in Tone}

    class Wanted(Message):
        """A row is to be gone to."""

        def __init__(self, row: int, *, is_change: bool) -> None:
            self.row = row
            self.is_change = is_change
            super().__init__()

    def __init__(self, view: AlignedView, *, id: str) -> None:
        self._view = view
        self._rows: Rows | None = None
        self._overview = Overview(b"")
        self._lines: list[marks.Mark] = []
        self._window = range(0)
        super().__init__(id=id)

    def on_mount(self) -> None:
        """Follow the window."""
        self.watch(self._view, "scroll_y", self.follow, init=False)
        # Rows that turn out to be higher than thought leave the window with fewer of them.
        self.watch(self._view, "virtual_size", self.follow, init=False)

    def show_rows(self) -> None:
        """Show the rows of the view, if they are other ones."""
        if self._view.rows is not self._rows:
            self._rows = self._view.rows
            self._overview = overview_of(self._rows)
            self._measure()

    def follow(self) -> None:
        """Mark what the window shows now."""
        height, rows = self.size.height, self._view.window
        window = range(0)
        if self._overview.count and rows:
            first, last = (self._overview.line_of(row, height) for row in (rows[0], rows[-1]))
            window = range(first, last + 1)
        if window != self._window:
            self._window = window
            self.refresh()

    def on_resize(self) -> None:
        """Fit the height."""
        self._measure()

    def _measure(self) -> None:
        self._lines = self._overview.lines(self.size.height)
        self.refresh()
        # The rows beside it are laid out first.
        self.call_after_refresh(self.follow)

    def render_line(self, y: int) -> Strip:
        """A stretch of rows."""
        if y >= len(self._lines):
            return Strip.blank(self.size.width, self.rich_style)
        mark = self._lines[y]
        sign = {marks.SAME: _SAME, marks.FAILING: mark.sign}.get(mark, _CHANGE)
        tone = Tone.DIM if mark is marks.SAME else mark.tone
        segments = [
            Segment(_WINDOW if y in self._window else " ", self._style(Tone.DIM)),
            Segment(sign, self._style(tone)),
        ]
        return Strip(segments).adjust_cell_length(self.size.width).apply_style(self.rich_style)

    def _style(self, tone: Tone) -> Style:
        return self.get_component_rich_style(f"lines--{tone.value}", partial=True)

    def on_click(self, event: events.Click) -> None:
        """Go to the first row with the mark that was clicked."""
        if event.y < len(self._lines):
            row = self._overview.row_at(event.y, self.size.height)
            self.post_message(self.Wanted(row, is_change=self._lines[event.y] is not marks.SAME))
