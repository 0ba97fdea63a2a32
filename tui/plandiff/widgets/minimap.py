"""The minimap: all rows of a review in the height of the window, next to them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar, Final, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from plancore.report import marks
from plancore.report.lines import Tone
from plancore.report.rows.overview import RowOverview, overview_of
from plancore.report.rows.row import Rows
from plandiff.widgets.aligned_view import AlignedView
from plandiff.widgets.lines import RowPainter

WIDTH: Final = 2
"""The width in columns."""
_WINDOW: Final = "▐"
"""Marks the part that is in the window."""
_CHANGE: Final = "▉"
"""Not a full block, which is used in bars and becomes a digit in ASCII."""
_SAME: Final = " "
_SIGNED: Final = (*marks.OUTCOMES, marks.FAILING, marks.FAILING_NOW)
"""Marks shown as signs, so that repaired items do not look like wrong ones."""


class MapRow(NamedTuple):
    """The content of a row of the map."""

    mark: marks.Mark
    is_in_window: bool


class Minimap(Widget):
    """A line for each range of rows, in the tone of its most important mark; failing steps and
    outcomes of a change are shown as signs. The part in the window is marked; a click goes to a
    line's rows. If the window shows all rows, each line is next to its row."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"lines--{tone.value}" for tone in Tone),
        "lines--cursor",
    }

    class Clicked(Message):
        """A request to go to a row."""

        def __init__(self, row: int, *, is_change: bool) -> None:
            self.row = row
            self.is_change = is_change
            super().__init__()

    def __init__(self, view: AlignedView, *, id: str) -> None:
        self._view = view
        self._rows: Rows | None = None
        self._overview = RowOverview(b"")
        self.lines: list[marks.Mark] = []
        """The mark of each line."""
        self._window = range(0)
        self._beside: Sequence[range] | None = None
        """The rows next to each line if the window shows all rows, else None."""
        self._painter = RowPainter(self, self._row_segments)
        super().__init__(id=id)

    def on_mount(self) -> None:
        """Follow the window."""
        self.watch(self._view, "scroll_y", self.follow, init=False)
        # If rows get higher, the window shows fewer of them.
        self.watch(self._view, "virtual_size", self._laid_out, init=False)

    def show_rows(self) -> None:
        """Show the rows of the view, if they have changed."""
        if self._view.rows is not self._rows:
            self._rows = self._view.rows
            self._overview = overview_of(self._rows)
            self._measure()

    def follow(self) -> None:
        """Mark the part that the window shows."""
        height, rows = self.size.height, self._view.window
        window = range(0)
        if self._beside is None and self._overview.count and rows:
            first, last = (self._overview.line_of(row, height) for row in (rows[0], rows[-1]))
            window = range(first, last + 1)
        moved = set(window) ^ set(self._window)
        self._window = window
        if moved:
            width = self.size.width
            self.refresh(*(Region(0, y, width, 1) for y in moved))

    def on_resize(self) -> None:
        """Fit the height."""
        self._measure()

    def _laid_out(self) -> None:
        """Update after folds or heights of rows have changed."""
        if self._beside is None and self._rows_beside() is None:
            self.follow()
        else:
            self._measure()

    def _rows_beside(self) -> Sequence[range] | None:
        """The rows of each line of the view, if the window shows all rows and none are folded;
        with folds, the map shows how many rows they hide."""
        view, height = self._view, self.size.height
        if not self._overview.count or view.folding.folded or view.virtual_size.height > height:
            return None
        beside: list[range] = []
        for line in range(view.line_count):
            beside += [view.bases_of(line)] * view.height_of(line)
        return beside if len(beside) <= height else None

    def _measure(self) -> None:
        self._beside = self._rows_beside()
        if self._beside is None:
            self.lines = self._overview.lines(self.size.height)
        else:
            told = [self._overview.heaviest(rows)[0] for rows in self._beside]
            # A wrapped row has its sign once.
            firsts = [above != here for above, here in pairwise((None, *self._beside))]
            self.lines = [
                mark if is_first or mark not in _SIGNED else marks.SAME
                for mark, is_first in zip(told, firsts, strict=True)
            ]
        self.refresh()
        # After the layout of the rows.
        self.call_after_refresh(self.follow)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Paint the rows of `crop`."""
        keys = [MapRow(mark, y in self._window) for y, mark in enumerate(self.lines)]
        return self._painter.paint(keys, self.size.width, crop)

    def notify_style_update(self) -> None:
        """Repaint in the new styles."""
        self._painter.restyle()
        super().notify_style_update()

    def _row_segments(self, key: MapRow) -> list[Segment]:
        style_of, mark = self._painter.style_of, key.mark
        sign = _SAME if mark is marks.SAME else mark.sign if mark in _SIGNED else _CHANGE
        tone = Tone.DIM if mark is marks.SAME else mark.tone
        behind = style_of("cursor") if key.is_in_window else Style()
        if behind.bgcolor is None or behind.bgcolor.is_default:
            # Without backgrounds, mark the window with a sign.
            frame = _WINDOW if key.is_in_window else " "
            return [Segment(frame, style_of(Tone.DIM.value)), Segment(sign, style_of(tone.value))]
        return [Segment(" ", behind), Segment(sign, style_of(tone.value) + behind)]

    def on_click(self, event: events.Click) -> None:
        """Request to go to the first row with the clicked mark."""
        if event.y < len(self.lines):
            if self._beside is None:
                row = self._overview.row_at(event.y, self.size.height)
            else:
                row = self._overview.heaviest(self._beside[event.y])[1]
            self.post_message(self.Clicked(row, is_change=self.lines[event.y] is not marks.SAME))
