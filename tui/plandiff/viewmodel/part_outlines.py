"""The parts of a review as a list, as in the file, by plans, and with the worst first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from plandiff.viewmodel.outline import Entry, Order, Outline, Outlines

_NO_OTHERS: Final[Mapping[Order, Callable[[], Outline]]] = MappingProxyType({})


def outlines_of_parts(
    entries: Sequence[Entry],
    part_at: Callable[[int], int],
    others: Mapping[Order, Callable[[], Outline]] = _NO_OTHERS,
    first: Order = Order.FILE,
) -> Outlines | None:
    """All orders; None where there is nothing to list. `part_at` gives the number of the entry that
    a row belongs to; `others` make the list in orders that not all parts have, and `first` is the
    one to begin with."""
    if not entries:
        return None
    worst = sorted(range(len(entries)), key=lambda number: -len(entries[number].rows))
    places = {number: place for place, number in enumerate(worst)}
    worst_first = Outline(
        Order.WORST, [entries[number] for number in worst], lambda row: places[part_at(row)]
    )
    orders: dict[Order, Callable[[], Outline]] = {
        Order.FILE: lambda: Outline(Order.FILE, entries, part_at),
        **others,
        Order.WORST: lambda: worst_first,
    }
    return Outlines(orders, first)


def rows_within(rows: Sequence[int], starts: Sequence[int], end: int) -> list[list[int]]:
    """The ascending `rows` by the part that each stands in; the last part ends at `end`."""
    bounds = [*starts[1 : len(starts)], end]
    parts: list[list[int]] = [[] for _ in starts]
    at = 0
    for row in rows:
        while row >= bounds[at]:
            at += 1
        parts[at].append(row)
    return parts
