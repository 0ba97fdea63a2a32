"""A page to read over a review."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen

from plancore.report.lines import Line, folded
from plandiff.widgets.lines import Lines

FRAME = 5
"""Columns beside the text: what the style sheet pads it with, and the scrollbar."""


class Page(VerticalScroll):
    """Moves by the keys that move the rows of a review."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "scroll_down", "down", show=False),
        Binding("k", "scroll_up", "up", show=False),
        Binding("space", "page_down", "page down", show=False),
        Binding("g", "scroll_home", "to the top", show=False),
        Binding("G", "scroll_end", "to the end", show=False),
    ]


class PageScreen(ModalScreen[None]):
    """Shows lines, the long ones broken; any of Esc, q, Enter and what opens such a page closes
    it."""

    AUTO_FOCUS = "#page"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,enter,A,i,v", "dismiss", "close", id="help.close")
    ]

    def __init__(self, lines: Iterable[Line]) -> None:
        self._lines = list(lines)
        super().__init__()

    def compose(self) -> ComposeResult:
        """The page."""
        with Page(id="page"):
            yield Lines(id="text")

    def on_resize(self) -> None:
        """Break the lines for the width there is."""
        width = max(self.app.size.width - FRAME, 1)
        parts = (part for whole in self._lines for part in folded(whole, width))
        self.query_one("#text", Lines).show(parts)
