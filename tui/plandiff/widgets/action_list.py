"""The list next to the rows, under a head with its order and columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from operator import eq
from typing import ClassVar, Final, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.app import ComposeResult
from textual.containers import Vertical

from plancore.report.lines import cut_in_the_middle, line
from plancore.report.marks import SAME
from plancore.report.rows.columns import broken
from plandiff.viewmodel.outline import Order, Outline, OutlineEntry
from plandiff.widgets.line_list import LineList
from plandiff.widgets.lines import Lines

_SIGN: Final = 3
"""Columns for the sign, the blank after it, and the one at the end."""
_MOST_PROBLEM: Final = 14
"""The most columns of an entry's `problem`."""

_BESIDE: Final = 3
"""Columns next to the lines of the list: for cursor, scrollbar and border."""
_MOST: Final = 30
"""The most columns of the list, as percentage of the screen: rows are longer than names."""


class ListColumn(StrEnum):
    """The columns after the name of an entry."""

    KIND = "kind"
    PROBLEM = "problem"
    SCORE = "score"
    BROKEN = "broken"
    SAID = " "


_GIVE_WAY: Final = (ListColumn.SCORE,)
"""Columns that are left out if there is no room for names."""


class ListCells(NamedTuple):
    """A column and its width: as wide as its head or, if narrow, as its texts need."""

    column: ListColumn
    width: int
    start: int
    """All texts have only blanks before `start` and from `end`."""
    end: int
    is_narrow: bool = False

    @property
    def shown_width(self) -> int:
        """The displayed width."""
        return self.end - self.start if self.is_narrow else self.width

    @property
    def head(self) -> str:
        """The head; empty if it is wider than the column."""
        is_cut = self.is_narrow and self.shown_width < self.width
        return "" if is_cut else self.column

    def text(self, entry: OutlineEntry) -> str:
        """The text of an entry in this column."""
        text = f"{_text(entry, self.column):>{self.width}}"[self.start : self.end]
        return text if self.is_narrow else text.rjust(self.width)


class ActionList(LineList):
    """One line per entry: sign, name, problem, similarity, the number of plans that it breaks now
    and later, and review mark. Empty columns are left out. Columns are as wide as their heads if no
    name is cut for that, else narrow or left out."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"lines--badge"}

    def __init__(self, *, id: str) -> None:
        self._outline = Outline(Order.FILE, (), lambda _: None)
        self._columns: Sequence[ListCells] = ()
        """The columns that are not empty."""
        self._longest: dict[OutlineEntry, int] = {}
        """The longest name of each group of entries that differ only in name and rows."""
        self._fitting: dict[int, Sequence[ListCells]] = {}
        """The columns that fit, by width."""
        self._has_room: dict[tuple[int, int], bool] = {}
        """Whether all names fit in full, by the size of the window."""
        self._chosen: dict[Order, OutlineEntry] = {}
        """The entry at the cursor in each earlier order."""
        super().__init__(id=id)

    @property
    def line_count(self) -> int:
        """The number of entries."""
        return len(self._outline.entries)

    @property
    def entry(self) -> OutlineEntry:
        """The entry at the cursor."""
        return self._outline.entries[self.cursor]

    @property
    def desired_width(self) -> int:
        """The width in which nothing is cut except causes, which are wrapped."""
        return _SIGN + self._needed(self._columns, has_causes=False)

    def select(self, entry: int) -> None:
        """Move the cursor to an entry."""
        self.cursor = entry

    def show(self, outline: Outline) -> None:
        """Replace the list. The cursor stays on the entry most similar to the current one, else it
        returns to its last entry in this order."""
        if self.line_count:
            self._chosen[self.order] = self.entry
        before = [
            self._chosen[order] for order in (self.order, outline.order) if order in self._chosen
        ]
        self._outline = outline
        entries = outline.entries
        # Most entries differ only in name and rows.
        self._longest = {}
        for entry in entries:
            alike = entry._replace(name="", start=0, rows=(), covers=())
            self._longest[alike] = max(self._longest.get(alike, 0), cell_len(entry.name))
        cells = (_cells(column, self._longest) for column in ListColumn)
        self._columns = [found for found in cells if found is not None]
        self._fitting = {}
        self.lines_changed()
        places = (_most_alike(entries, entry) for entry in before)
        self.cursor = next((at for at in places if at is not None), 0)

    def line_segments(self, line: int, width: int) -> list[Segment]:
        """An entry in one row; its name is cut to fit."""
        entry = self._outline.entries[line]
        room, tail = self._beside(entry, width)
        return self._row(entry, cut_in_the_middle(entry.name, room), room, tail)

    def line_rows(self, line: int, width: int) -> Sequence[list[Segment]]:
        """An entry; a long name is wrapped if all still fit, or if it is a cause."""
        entry = self._outline.entries[line]
        if not self._is_broken(entry, width):
            return [self.line_segments(line, width)]
        room, tail = self._beside(entry, width)
        first, *others = (entry.name[slice(*span)] for span in broken(entry.name, room))
        style = self._style(entry)
        below = [[Segment(f"  {set_cell_size(text, width - 2)}", style)] for text in others]
        return [self._row(entry, first, room, tail), *below]

    def _row(self, entry: OutlineEntry, name: str, room: int, tail: str) -> list[Segment]:
        style = self._style(entry)
        sign = "" if entry.mark.sign == SAME.sign else entry.mark.sign
        text = f"{sign:1} {set_cell_size(name, room)}"
        at = tail.rfind(_broken(entry).strip()) if entry.n_broken else -1
        if at < 0:
            return [Segment(f"{text}{tail} ", style)]
        end = at + len(str(entry.n_broken))
        badge = Segment(tail[at:end], self.style_of("badge"))
        return [Segment(text + tail[:at], style), badge, Segment(f"{tail[end:]} ", style)]

    def _style(self, entry: OutlineEntry) -> Style:
        return self.style_of("dim" if entry.is_harmless else entry.mark.tone.value)

    def _beside(self, entry: OutlineEntry, width: int) -> tuple[int, str]:
        """The columns for an entry's name in a row, and the text after it."""
        tail = _tail(entry, self._shown(width))
        return max(width - _SIGN - cell_len(tail), 1), tail

    def height_of(self, line: int) -> int:
        """One row; more if the name is wrapped."""
        width, entry = self.row_width - 1, self._outline.entries[line]
        return len(self.line_rows(line, width)) if self._is_broken(entry, width) else 1

    def forget_rows(self) -> None:
        """Also forget whether there is room for full names."""
        self._has_room = {}
        super().forget_rows()

    def _is_broken(self, entry: OutlineEntry, width: int) -> bool:
        """Whether a name that does not fit is wrapped, and not cut. Causes always are: they have no
        other description, and there are few."""
        return _is_cause(entry) or self._are_broken(width)

    def _are_broken(self, width: int) -> bool:
        """Whether all entries with wrapped names fit into the window."""
        if self.line_count > self.size.height:
            return False
        key = width, self.size.height
        if key not in self._has_room:
            heights = (
                sum(1 for _ in broken(entry.name, self._beside(entry, width)[0]))
                for entry in self._outline.entries
            )
            self._has_room[key] = sum(heights) <= self.size.height
        return self._has_room[key]

    @property
    def order(self) -> Order:
        """The order of the list."""
        return self._outline.order

    @property
    def columns(self) -> str:
        """The heads of the columns after the names."""
        without = (ListColumn.KIND, ListColumn.PROBLEM)
        shown = self._shown(self.row_width - 1)
        return " ".join(cells.head for cells in shown if cells.column not in without)

    def _shown(self, width: int) -> Sequence[ListCells]:
        """The columns that fit, with their widths."""
        if width not in self._fitting:
            self._fitting[width] = self._fitted(width - _SIGN)
        return self._fitting[width]

    def _fitted(self, room: int) -> Sequence[ListCells]:
        shown = self._columns
        if self._needed(shown, has_causes=False) > room:
            # The sign also shows the kind: names are not cut for its word or for a wide head.
            shown = [cells for cells in shown if cells.column is not ListColumn.KIND]
        if self._needed(shown, has_causes=False) > room:
            shown = [cells._replace(is_narrow=True) for cells in shown]
        for column in _GIVE_WAY:
            if self._needed(shown, has_causes=False) > room:
                shown = [cells for cells in shown if cells.column is not column]
        return shown

    def _needed(self, columns: Sequence[ListCells], *, has_causes: bool = True) -> int:
        """The width of names and these columns."""
        lengths = (
            length + cell_len(_tail(entry, columns))
            for entry, length in self._longest.items()
            if has_causes or not _is_cause(entry)
        )
        return max(lengths, default=0)


def _cells(column: ListColumn, entries: Iterable[OutlineEntry]) -> ListCells | None:
    """A column of entries; None if it is empty."""
    texts = [text for entry in entries if (text := _text(entry, column)).strip()]
    if not texts:
        return None
    width = max(map(cell_len, texts))
    start = min(width - cell_len(text.lstrip()) for text in texts)
    end = width - min(len(text) - len(text.rstrip()) for text in texts)
    return ListCells(column, width, start, end)


def _tail(entry: OutlineEntry, columns: Iterable[ListCells]) -> str:
    """The text after the name of an entry; empty columns leave their room to the name."""
    tail = "".join(f" {cells.text(entry)}" for cells in columns).lstrip()
    return f" {tail}" if tail else ""


def _most_alike(entries: Sequence[OutlineEntry], wanted: OutlineEntry) -> int | None:
    """The number of the entry with the same name and most equal fields as `wanted`, if any."""
    named = [at for at, entry in enumerate(entries) if entry.name == wanted.name]

    def likeness(at: int) -> int:
        return sum(map(eq, entries[at], wanted))

    return max(named, key=likeness, default=None)


def _text(entry: OutlineEntry, column: ListColumn) -> str:
    """The text of an entry in a column."""
    match column:
        case ListColumn.KIND:
            return entry.kind
        case ListColumn.PROBLEM:
            return cut_in_the_middle(entry.problem, _MOST_PROBLEM)
        case ListColumn.SCORE:
            return entry.score
        case ListColumn.BROKEN:
            return _broken(entry)
        case ListColumn.SAID:
            return entry.said


def _broken(entry: OutlineEntry) -> str:
    """The number of plans broken now, and later: `6 +3`."""
    if entry.n_stopped is None:
        return ""
    count, later = entry.n_broken or "", entry.n_stopped_later
    if later is None:
        return f"{count:>{len(ListColumn.BROKEN)}}"
    return f"{count:>{len(ListColumn.BROKEN) - 3}}{f'+{later}' if later else '':>3}"


def _is_cause(entry: OutlineEntry) -> bool:
    """Whether an entry is a common cause, which has only a name."""
    return not (entry.score or entry.problem or entry.n_stopped is not None)


class ActionPane(Vertical):
    """The list and its head."""

    def __init__(self, *, id: str) -> None:
        # Stored, because callbacks after a refresh may run when the children are gone.
        self._head, self._list = Lines(id="list-head"), ActionList(id="actions")
        super().__init__(id=id)

    def compose(self) -> ComposeResult:
        """Head and list."""
        yield self._head
        yield self._list

    def show(self, outline: Outline) -> None:
        """Replace the list."""
        self._list.show(outline)
        self._fit()

    def on_resize(self) -> None:
        """Fit the new size."""
        self.call_after_refresh(self._fit)

    def _fit(self) -> None:
        """Set the width to what the list needs; the style sheet limits it."""
        if not self.is_attached:
            return  # its screen was left
        wanted = self._list.desired_width + _BESIDE
        # Above the rows, the style sheet makes the list as wide as they are.
        self.styles.width = min(wanted, self.app.size.width * _MOST // 100)
        self.call_after_refresh(self._show_head)

    def _show_head(self) -> None:
        """Show the order of the list, and the heads of its columns."""
        actions = self._list
        text, columns = f"  {actions.order}", actions.columns
        fill = " " * max(actions.row_width - len(text) - len(columns) - 1, 1)
        self._head.show([line(f"{text}{fill}{columns}")])
