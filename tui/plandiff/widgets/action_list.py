"""The actions of a review with their scores, under a head that says how they are sorted."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, Final

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.reactive import reactive

from plancore.report.lines import Tone, cut_in_the_middle, line
from plandiff.viewmodel.model import Entry, Outline
from plandiff.widgets.line_list import LineList
from plandiff.widgets.lines import Lines

_STOPS: Final = 4
"""Columns for how many plans an action stops."""


class ListOrder(StrEnum):
    """How the list is sorted."""

    FILE = "file order"
    WORST_FIRST = "worst first"
    BY_CONSEQUENCE = "by plans"


class ActionList(LineList):
    """One line per action: sign, name, a bar for precondition and effect, similarity."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"lines--{tone.value}" for tone in Tone),
        "lines--cursor",
    }

    order: reactive[ListOrder] = reactive(ListOrder.FILE)

    def __init__(self, *, id: str) -> None:
        self._outline = Outline((), ())
        self._entries: list[int] = []
        super().__init__(id=id)

    @property
    def line_count(self) -> int:
        """One for each action."""
        return len(self._entries)

    @property
    def entry(self) -> int:
        """The action at the cursor."""
        return self._entries[self.cursor]

    def select(self, entry: int) -> None:
        """Put the cursor on an action."""
        if not self._entries:
            return
        self.cursor = entry if self.order is ListOrder.FILE else self._entries.index(entry)

    def show(self, outline: Outline) -> None:
        """Show another list; the cursor stays on the action of the same name."""
        before = self._entries and self._outline.entries[self.entry].name
        self._outline = outline
        names = [entry.name for entry in outline.entries]
        self._sort(names.index(before) if before in names else 0)
        self.lines_changed()

    def watch_order(self) -> None:
        """Sort anew; the cursor stays on its action."""
        if self._entries:
            self._sort(self.entry)

    def _sort(self, entry: int) -> None:
        """Sort, and put the cursor on `entry`."""
        entries = self._outline.entries
        self._entries = list(range(len(entries)))
        if self.order is ListOrder.WORST_FIRST:
            self._entries.sort(key=lambda number: entries[number].rank)
        elif self.order is ListOrder.BY_CONSEQUENCE:
            self._entries.sort(key=lambda number: entries[number].consequence_rank)
        self.select(entry)
        self.refresh()

    def line_segments(self, line: int, width: int) -> list[Segment]:
        """An action; its name is what gives way when there is little room."""
        entry = self._outline.entries[self._entries[line]]
        style = self.style_of(entry.mark.tone.value)
        tail = f" {entry.bars} {entry.score} {self._stops(entry)}"
        room = max(width - 2 - cell_len(tail), 1)
        name = set_cell_size(cut_in_the_middle(entry.name, room), room)
        return [Segment(f"{entry.mark.sign} {name}{tail}", style)]

    @property
    def has_stops(self) -> bool:
        """Whether it is known how many plans actions stop."""
        return any(entry.n_stopped is not None for entry in self._outline.entries)

    def _stops(self, entry: Entry) -> str:
        """How many plans the differences of an action stop, in a column of its own."""
        if not self.has_stops:
            return ""
        return f"{entry.n_stopped or '':>{_STOPS}} "


class ActionPane(Vertical):
    """The list and its head."""

    def compose(self) -> ComposeResult:
        """Head and list."""
        yield Lines("  action", id="list-head")
        yield ActionList(id="actions")

    def show(self, outline: Outline) -> None:
        """Show another list."""
        self.query_one(ActionList).show(outline)
        self.show_head()

    def show_head(self) -> None:
        """Say how the list is sorted, and what its columns are."""
        actions = self.query_one(ActionList)
        text = f"  {actions.order}" if actions.has_stops else f"  actions, {actions.order}"
        columns = "p/e score stops" if actions.has_stops else "p/e  score"
        fill = " " * max(actions.line_width - len(text) - len(columns) - 1, 1)
        self.query_one("#list-head", Lines).show([line(f"{text}{fill}{columns}")])
