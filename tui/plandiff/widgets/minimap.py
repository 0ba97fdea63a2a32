"""The whole of the rows in the height of the window, beside them."""

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
"""Columns that it takes."""
_WINDOW: Final = "▐"
"""Beside what is in the window."""
_CHANGE: Final = "▉"
"""Nearly full: a full block is a share elsewhere, and so a digit where there is but ASCII."""
_SAME: Final = " "
_SIGNED: Final = (*marks.OUTCOMES, marks.FAILING, marks.FAILING_NOW)
"""Marks that are shown by their signs: what has become right is not to look like what is wrong."""


class MapRow(NamedTuple):
    """What is to be seen in a row of the map."""

    mark: marks.Mark
    is_in_window: bool


class Minimap(Widget):
    """A line for each stretch of rows, in the tone of the weightiest mark there; a step that fails
    has its sign, and so has what a change did. What the window shows is marked; a click goes
    there. Where the window shows all rows, each line stands beside its row."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"lines--{tone.value}" for tone in Tone),
        "lines--cursor",
    }

    class Clicked(Message):
        """A row is to be gone to."""

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
        """The rows beside each line, where the window shows all; None where it does not."""
        self._painter = RowPainter(self, self._row_segments)
        super().__init__(id=id)

    def on_mount(self) -> None:
        """Follow the window."""
        self.watch(self._view, "scroll_y", self.follow, init=False)
        # Rows that turn out to be higher than thought leave the window with fewer of them.
        self.watch(self._view, "virtual_size", self._laid_out, init=False)

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
        """Rows are folded or broken otherwise."""
        if self._beside is None and self._rows_beside() is None:
            self.follow()
        else:
            self._measure()

    def _rows_beside(self) -> Sequence[range] | None:
        """The rows of each line that the view takes, if the window has all of them, and none is
        folded: of folded ones the map shows how many there are."""
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
            # A row that goes on below has its sign once.
            firsts = [above != here for above, here in pairwise((None, *self._beside))]
            self.lines = [
                mark if is_first or mark not in _SIGNED else marks.SAME
                for mark, is_first in zip(told, firsts, strict=True)
            ]
        self.refresh()
        # The rows beside it are laid out first.
        self.call_after_refresh(self.follow)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Paint."""
        keys = [MapRow(mark, y in self._window) for y, mark in enumerate(self.lines)]
        return self._painter.paint(keys, self.size.width, crop)

    def notify_style_update(self) -> None:
        """Paint in other styles."""
        self._painter.restyle()
        super().notify_style_update()

    def _row_segments(self, key: MapRow) -> list[Segment]:
        """What stands for a stretch of rows."""
        style_of, mark = self._painter.style_of, key.mark
        sign = _SAME if mark is marks.SAME else mark.sign if mark in _SIGNED else _CHANGE
        tone = Tone.DIM if mark is marks.SAME else mark.tone
        behind = style_of("cursor") if key.is_in_window else Style()
        if behind.bgcolor is None or behind.bgcolor.is_default:
            # Where there are no backgrounds, a sign.
            frame = _WINDOW if key.is_in_window else " "
            return [Segment(frame, style_of(Tone.DIM.value)), Segment(sign, style_of(tone.value))]
        return [Segment(" ", behind), Segment(sign, style_of(tone.value) + behind)]

    def on_click(self, event: events.Click) -> None:
        """Go to the first row with the mark that was clicked."""
        if event.y < len(self.lines):
            if self._beside is None:
                row = self._overview.row_at(event.y, self.size.height)
            else:
                row = self._overview.heaviest(self._beside[event.y])[1]
            self.post_message(self.Clicked(row, is_change=self.lines[event.y] is not marks.SAME))
