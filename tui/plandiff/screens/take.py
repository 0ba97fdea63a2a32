"""An edit that is offered: its lines, and a question that `y` answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen

from plancore.report.lines import Line, Piece, Tone, folded, line, visible
from plandiff.take import Take
from plandiff.widgets.lines import Lines

_MOST: Final = 8
"""So many lines are shown; the rest is counted."""


class TakeScreen(ModalScreen[bool]):
    """Asks at the bottom of the screen whether to write an edit: `y` says so, any other key not."""

    def __init__(self, take: Take) -> None:
        self._take = take
        super().__init__()

    def compose(self) -> ComposeResult:
        """The lines that change, and the question."""
        yield Lines(id="take")

    def on_resize(self) -> None:
        """Break the lines for the width there is."""
        width = max(self.app.size.width - 2, 1)
        lines = [part for whole in self._lines() for part in folded(whole, width)]
        self.query_one("#take", Lines).show(lines)

    def on_key(self, event: events.Key) -> None:
        """The answer."""
        event.stop()
        event.prevent_default()
        self.dismiss(event.key == "y")

    def _lines(self) -> Iterator[Line]:
        changed = list(self._take.changed_lines())
        yield from changed[:_MOST]
        if len(changed) > _MOST:
            yield line(Piece(f"{len(changed) - _MOST} more lines", Tone.DIM))
        title = visible(self._take.fix.title.replace("`", ""))
        yield line(Piece(f"{title}?", Tone.TITLE), "  y writes it   any other key does not")
