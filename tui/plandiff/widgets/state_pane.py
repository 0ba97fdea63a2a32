"""The states of plans, beside their rows or below them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.app import ComposeResult
from textual.containers import VerticalScroll

from plancore.report.lines import Line
from plandiff.widgets.lines import Lines

_LEAST: Final = 40
_MOST: Final = 72
"""Columns in which hardly a line goes on below."""
_SHARE: Final = 25
"""Of a hundred columns so many are the states' in any case."""


class StatePane(VerticalScroll, can_focus=False):
    """Takes what its lines are read well in, where the rows leave that much."""

    def compose(self) -> ComposeResult:
        """The lines."""
        yield Lines(id="state")

    def show(self, told: Sequence[Line]) -> None:
        """Show other lines."""
        self.query_one(Lines).show(told)

    def leave(self, columns: int, *, is_beside: bool) -> None:
        """Take what there is beside so many columns for the rows; below them as wide as they are,
        says the style sheet."""
        if not is_beside:
            self.styles.clear_rule("width")
            return
        width = self.app.size.width
        least = max(_LEAST, width * _SHARE // 100)
        self.styles.width = max(least, min(width - columns, _MOST))
