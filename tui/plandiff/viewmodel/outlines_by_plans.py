"""The differences of domains as a list, those first that do most to plans."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from plancore.report.domain.consequences import Consequences
from plancore.report.marks import Mark
from plancore.report.rows.row import ViewRow
from plandiff.viewmodel.outline import Entry, Order, Outline


class RankedRows(Protocol):
    """Rows with differences that plans were judged by, two sides or three."""

    @property
    def by_consequence(self) -> Sequence[int]:
        """Those with a difference, those first that do most to plans."""
        ...

    def row(self, index: int, /) -> ViewRow:
        """What a row shows."""
        ...

    def consequences(self, index: int, /) -> Consequences:
        """What the differences in a row do to plans."""
        ...


def outline_by_plans(rows: RankedRows, name_at: Callable[[int], str]) -> Outline:
    """An entry for each difference; `name_at` says in which action a row is."""
    entries = [_entry(rows, row, name_at(row)) for row in rows.by_consequence]
    places = {entry.start: place for place, entry in enumerate(entries)}
    return Outline(Order.PLANS, entries, places.get)


def _entry(rows: RankedRows, row: int, name: str) -> Entry:
    shown, told = rows.row(row), rows.consequences(row)
    text = next(cell.text for cell in shown.cells if cell is not None)
    return Entry(
        Mark(shown.tone, shown.sign),
        text,
        "" if text == name else name,
        row,
        (row,),
        n_stopped=max((consequence.stops_first for consequence in told), default=0),
        n_stopped_later=max((consequence.stops_later for consequence in told), default=0),
        n_let_through=max((consequence.lets for consequence in told), default=0) or None,
    )
