"""The list beside the rows, under a head that says what it goes by."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.app import ComposeResult
from textual.containers import Vertical

from plancore.report.lines import Tone, cut_in_the_middle, line
from plandiff.viewmodel.outline import Entry, Order, Outline
from plandiff.widgets.line_list import LineList
from plandiff.widgets.lines import Lines

_STOPS: Final = "stops"
_MOST_PROBLEM: Final = 14
"""Columns that what is wrong may take."""


class ActionList(LineList):
    """One line per entry: sign, name, what is wrong, bars for precondition and effect, similarity,
    how many plans it stops; the columns that any entry has."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"lines--{tone.value}" for tone in Tone),
        "lines--cursor",
    }

    def __init__(self, *, id: str) -> None:
        self._outline = Outline(Order.FILE, (), lambda _: None)
        self._widths: tuple[int, ...] = ()
        super().__init__(id=id)

    @property
    def line_count(self) -> int:
        """One for each entry."""
        return len(self._outline.entries)

    @property
    def entry(self) -> Entry:
        """The entry at the cursor."""
        return self._outline.entries[self.cursor]

    def select(self, entry: int) -> None:
        """Put the cursor on an entry."""
        self.cursor = entry

    def show(self, outline: Outline) -> None:
        """Show another list; the cursor stays on the entry of the same name."""
        before = self.entry.name if self.line_count else ""
        self._outline = outline
        columns = (zip(*map(self._tail, outline.entries), strict=True)) if outline.entries else ()
        self._widths = tuple(max(map(cell_len, column)) for column in columns)
        self.lines_changed()
        names = (at for at, entry in enumerate(outline.entries) if entry.name == before)
        self.cursor = next(names, 0)
        self.refresh()

    def line_segments(self, line: int, width: int) -> list[Segment]:
        """An entry; its name is what gives way when there is little room."""
        entry = self._outline.entries[line]
        style = self.style_of(entry.mark.tone.value)
        columns = zip(self._tail(entry), self._widths, strict=True)
        tail = "".join(f" {text:>{size}}" for text, size in columns if size)
        if not entry.score and entry.n_stopped is None:
            tail = f" {entry.problem}" if entry.problem else ""
        room = max(width - 3 - cell_len(tail), 1)
        name = set_cell_size(cut_in_the_middle(entry.name, room), room)
        return [Segment(f"{entry.mark.sign} {name}{tail} ", style)]

    @property
    def order(self) -> Order:
        """What the list goes by."""
        return self._outline.order

    @property
    def columns(self) -> str:
        """The heads of the columns behind the names."""
        _, bars, score, stops = self._widths or (0, 0, 0, 0)
        heads = (("p/e", bars), ("score", score), (_STOPS, stops))
        return " ".join(head for head, size in heads if size)

    def _tail(self, entry: Entry) -> tuple[str, ...]:
        """What stands behind the name of an entry."""
        problem = cut_in_the_middle(entry.problem, _MOST_PROBLEM)
        stops = "" if entry.n_stopped is None else f"{entry.n_stopped or '':>{len(_STOPS)}}"
        return problem, entry.bars, entry.score, stops


class ActionPane(Vertical):
    """The list and its head."""

    def compose(self) -> ComposeResult:
        """Head and list."""
        yield Lines(id="list-head")
        yield ActionList(id="actions")

    def show(self, outline: Outline) -> None:
        """Show another list."""
        self.query_one(ActionList).show(outline)
        self._show_head()

    def on_resize(self) -> None:
        """Fit the head."""
        self.call_after_refresh(self._show_head)

    def _show_head(self) -> None:
        """Say what the list goes by, and what its columns are."""
        actions = self.query_one(ActionList)
        text, columns = f"  {actions.order}", actions.columns
        fill = " " * max(actions.line_width - len(text) - len(columns) - 1, 1)
        self.query_one("#list-head", Lines).show([line(f"{text}{fill}{columns}")])
