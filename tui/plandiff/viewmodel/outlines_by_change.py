"""What the last change did, as a list: what it broke, altered and repaired, then what it left."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

from plancore.compare.three_way.items import Item, Outcome
from plancore.report.marks import Mark
from plancore.report.rows.row import ViewRow
from plandiff.viewmodel.outline import Entry, Order, Outline

_DONE: Final = (Outcome.BROKEN, Outcome.OTHERWISE_WRONG, Outcome.REPAIRED)
"""What the change did, the worst first."""


class ChangedRows(Protocol):
    """Rows of three sides."""

    @property
    def stops(self) -> Sequence[int]:
        """Those with something that is wrong or was."""
        ...

    def row(self, index: int, /) -> ViewRow:
        """What a row shows."""
        ...

    def item(self, index: int, /) -> Item | None:
        """What a row is about; None for one that is about several things."""
        ...


def first_order(outcomes: Mapping[Outcome, int]) -> Order:
    """The order to begin with: by the change, where that did anything to what is wrong."""
    did_something = any(outcomes.get(outcome, 0) for outcome in _DONE)
    return Order.CHANGE if did_something else Order.FILE


def outline_by_change(rows: ChangedRows, name_at: Callable[[int], str]) -> Outline:
    """An entry for each difference; `name_at` says in what part a row is."""

    def place(row: int) -> int:
        item = rows.item(row)
        outcome = Outcome.UNCHANGED if item is None else item.outcome
        return _DONE.index(outcome) if outcome in _DONE else len(_DONE)

    entries = [_entry(rows, row, name_at(row)) for row in sorted(rows.stops, key=place)]
    places = {entry.start: number for number, entry in enumerate(entries)}
    return Outline(Order.CHANGE, entries, places.get)


def _entry(rows: ChangedRows, row: int, name: str) -> Entry:
    shown = rows.row(row)
    text = next(cell.text for cell in shown.cells if cell is not None)
    return Entry(Mark(shown.tone, shown.sign), text, "" if text == name else name, row, (row,))
