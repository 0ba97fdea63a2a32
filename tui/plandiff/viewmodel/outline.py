"""The list beside the rows: their parts, or their differences, in one of several orders."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from itertools import accumulate
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol

from plancore.report.domain.review import Consequences
from plancore.report.lines import Tone
from plancore.report.marks import Mark
from plancore.report.rows.row import ViewRow


class Order(StrEnum):
    """What the list, and next and previous change, go by."""

    FILE = "file order"
    CHANGE = "by change"
    PLANS = "by plans"
    CAUSES = "by cause"
    WORST = "worst first"
    ALL = "all in the file"

    @property
    def is_of_file(self) -> bool:
        """Whether next and previous change go as in the file."""
        return self in (Order.FILE, Order.ALL)


class OutlineEntry(NamedTuple):
    """A line of the list, which starts at a row; `rows` are the differences that it stands for, in
    the order to look at them."""

    mark: Mark
    name: str
    problem: str
    """What is wrong, in numbers or a few words."""
    start: int
    rows: Sequence[int]
    score: str = ""
    kind: str = ""
    """The word for its mark, where there is room for words."""
    n_stopped: int | None = None
    """How many plans it stops; None where there are no plans."""
    n_stopped_later: int | None = None
    """How many more it stops once other failures are mended; None where that is not said."""
    n_let_through: int | None = None
    """How many plans it lets through; None where that is not said."""
    said: str = ""
    """The sign of what a reviewer said of all its differences; empty where any is open."""
    is_harmless: bool = False
    """Whether it is known that it breaks no plan."""

    @property
    def n_broken(self) -> int:
        """How many plans it breaks, as far as that is known: rejects or accepts wrongly."""
        return (self.n_stopped or 0) + (self.n_let_through or 0)

    @property
    def is_changed(self) -> bool:
        """Whether there is anything to look at."""
        return bool(self.rows) or self.mark.tone is not Tone.SAME


class Outline:
    """The entries in one order; no two stand for the same difference.

    `entry_of` gives the number of the entry that a row belongs to, None where it is in none,
    `first_of` the first row with the same difference.
    """

    def __init__(
        self,
        order: Order,
        entries: Sequence[OutlineEntry],
        entry_of: Callable[[int], int | None],
        first_of: Callable[[int], int] = lambda row: row,
    ) -> None:
        self.order, self.entries, self.entry_of = order, entries, entry_of
        self.first_of = first_of

    @cached_property
    def rows(self) -> Sequence[int]:
        """The differences of all entries, one entry after the other."""
        return [row for entry in self.entries for row in entry.rows]

    @cached_property
    def _places(self) -> Mapping[int, int]:
        return {row: place for place, row in enumerate(self.rows)}

    @cached_property
    def _counts(self) -> Sequence[int]:
        """How many differences there are up to each place, and at last in all."""
        seen: set[int] = set()
        counts = []
        for row in self.rows:
            seen.add(self.first_of(row))
            counts.append(len(seen))
        return [*counts, len(seen)]

    @cached_property
    def _firsts(self) -> Sequence[int]:
        """How many differences the entries before each have."""
        return list(accumulate((len(entry.rows) for entry in self.entries), initial=0))

    def beyond(self, row: int, direction: int) -> int | None:
        """The difference after `row`, or before it with a negative direction; None beyond the ends.
        From a row without one on to the next of its entry."""
        place = self._places.get(row)
        if place is not None:
            place += direction
        else:
            place = self._place_after(row) - (direction < 0)
        return self.rows[place] if 0 <= place < len(self.rows) else None

    def position(self, row: int) -> str:
        """Which difference `row` is, of how many."""
        place = self._places.get(row)
        at = "–" if place is None else self._counts[place]
        return f"change {at}/{self._counts[-1]} {self.order}"

    def _place_after(self, row: int) -> int:
        """The number of the first difference after `row`, within its entry or behind that."""
        entry = self.entry_of(row)
        if entry is None:
            return 0
        rows = self.entries[entry].rows
        after = rows[bisect_left(rows, row)] if rows and row <= rows[-1] else None
        return self._firsts[entry + 1] if after is None else self._places[after]


class Outlines:
    """The list in each order that there is, made when it is first looked at."""

    def __init__(
        self,
        makers: Mapping[Order, Callable[[], Outline]],
        first: Order = Order.FILE,
        said_of: Callable[[Sequence[int]], str] | None = None,
        first_of: Callable[[int], int] = lambda row: row,
    ) -> None:
        """`said_of` gives the sign of what a reviewer said of all the differences in some rows,
        `first_of` the first row with the same difference."""
        self._makers, self._said_of, self._first_of = makers, said_of, first_of
        self.first = first
        """The order to begin with."""
        self._made: dict[Order, Outline] = {}

    @property
    def orders(self) -> Sequence[Order]:
        """The orders that there are, in the order to offer them."""
        return list(self._makers)

    def of(self, order: Order) -> Outline:
        """The list in that order; as in the file where there is no such order."""
        if order not in self._makers:
            order = Order.FILE
        if order not in self._made:
            self._made[order] = self._with_said(self._makers[order]())
        return self._made[order]

    def saying(self, said_of: Callable[[Sequence[int]], str]) -> Outlines:
        """The same with what a reviewer said."""
        return Outlines(self._makers, self.first, said_of, self._first_of)

    def _with_said(self, outline: Outline) -> Outline:
        entries, said_of = outline.entries, self._said_of
        if said_of is not None:
            entries = [entry._replace(said=said_of(entry.rows)) for entry in entries]
        return Outline(outline.order, entries, outline.entry_of, self._first_of)


# The parts of a review as a list, as in the file, by plans, and with the worst first.

_NO_OTHERS: Final[Mapping[Order, Callable[[], Outline]]] = MappingProxyType({})


def outlines_of_parts(
    entries: Sequence[OutlineEntry],
    part_at: Callable[[int], int],
    others: Mapping[Order, Callable[[], Outline]] = _NO_OTHERS,
    first: Order = Order.FILE,
) -> Outlines | None:
    """All orders; None where there is nothing to list. `part_at` gives the number of the entry that
    a row belongs to; `others` make the list in orders that not all parts have, and `first` is the
    one to begin with."""
    if not entries:
        return None
    changed = [number for number, entry in enumerate(entries) if entry.is_changed]
    shown = changed or range(len(entries))
    worst = sorted(shown, key=lambda number: -len(entries[number].rows))

    def in_order(order: Order, numbers: Sequence[int]) -> Outline:
        return outline_of_numbers(order, entries, numbers, part_at)

    orders: dict[Order, Callable[[], Outline]] = {
        Order.FILE: lambda: in_order(Order.FILE, shown),
        **others,
        Order.WORST: lambda: in_order(Order.WORST, worst),
    }
    if 0 < len(changed) < len(entries):
        orders[Order.ALL] = lambda: in_order(Order.ALL, range(len(entries)))
    return Outlines(orders, first)


def outline_of_numbers(
    order: Order,
    entries: Sequence[OutlineEntry],
    numbers: Sequence[int],
    part_at: Callable[[int], int],
    others: Sequence[OutlineEntry] = (),
) -> Outline:
    """Those of `entries` with these `numbers`, then `others`; a row belongs to the one whose number
    `part_at` gives, if it is there."""
    places = {number: place for place, number in enumerate(numbers)}
    shown = [*(entries[number] for number in numbers), *others]
    return Outline(order, shown, lambda row: places.get(part_at(row)))


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


# The differences of domains as a list, those first that do most to plans.


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
    entries = [entry_of_row(rows, row, name_at(row)) for row in rows.by_consequence]
    places = {entry.start: place for place, entry in enumerate(entries)}
    return Outline(Order.PLANS, entries, places.get)


def entry_of_row(rows: RankedRows, row: int, name: str) -> OutlineEntry:
    """The entry of a difference in the action `name`."""
    shown, told = rows.row(row), rows.consequences(row)
    text = next(cell.text for cell in shown.cells if cell is not None)
    return OutlineEntry(
        Mark(shown.tone, shown.sign),
        text,
        "" if text == name else name,
        row,
        (row,),
        n_stopped=max((consequence.stops_first for consequence in told), default=0),
        n_stopped_later=max((consequence.stops_later for consequence in told), default=0),
        n_let_through=max((consequence.lets for consequence in told), default=0) or None,
        is_harmless=shown.n_broken == 0,
    )
