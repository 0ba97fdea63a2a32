"""The actions of a review with their scores, under a head that says how they are sorted."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.reactive import reactive

from plancore.report.lines import Tone, line
from plandiff.viewmodel.model import Outline
from plandiff.widgets.line_list import LineList
from plandiff.widgets.lines import Lines


class ActionList(LineList):
    """One line per action: sign, name, a bar for precondition and effect, similarity."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"lines--{tone.value}" for tone in Tone),
        "lines--cursor",
    }

    worst_first: reactive[bool] = reactive(False)

    def __init__(self, outline: Outline, *, id: str) -> None:
        self._outline = outline
        self._order = list(range(len(outline.entries)))
        super().__init__(id=id)

    @property
    def line_count(self) -> int:
        """One for each action."""
        return len(self._order)

    @property
    def entry(self) -> int:
        """The action at the cursor."""
        return self._order[self.cursor]

    def select(self, entry: int) -> None:
        """Put the cursor on an action."""
        self.cursor = self._order.index(entry) if self.worst_first else entry

    def watch_worst_first(self, worst_first: bool) -> None:
        """Sort by score, or as in the file; the cursor stays on its action."""
        if not self.is_mounted:
            return
        entry = self.entry
        entries = self._outline.entries
        self._order = list(range(len(entries)))
        if worst_first:
            self._order.sort(key=lambda number: entries[number].rank)
        self.select(entry)
        self.refresh()

    def line_segments(self, line: int, width: int) -> list[Segment]:
        """An action; its name is what gives way when there is little room."""
        entry = self._outline.entries[self._order[line]]
        style = self.style_of(entry.mark.tone.value)
        tail = f" {entry.bars} {entry.score} "
        room = max(width - 3 - cell_len(tail), 1)
        name = entry.name
        if cell_len(name) > room:
            name = set_cell_size(name, room - 1) + "…"
        mark = "▸" if line == self.cursor else " "
        return [
            Segment(mark, self.style_of("title")),
            Segment(f"{entry.mark.sign} {set_cell_size(name, room)}{tail}", style),
        ]


class ActionPane(Vertical):
    """The list and its head."""

    def __init__(self, outline: Outline, *, id: str) -> None:
        self._outline = outline
        super().__init__(id=id)

    def compose(self) -> ComposeResult:
        """Head and list."""
        yield Lines("  action", id="list-head")
        yield ActionList(self._outline, id="actions")

    def show_head(self) -> None:
        """Say how the list is sorted, and what its columns are."""
        actions = self.query_one(ActionList)
        order = "worst first" if actions.worst_first else "file order"
        text = f"  actions, {order}"
        fill = " " * max(actions.line_width - len(text) - 11, 1)
        self.query_one("#list-head", Lines).show([line(f"{text}{fill}p/e  score")])
