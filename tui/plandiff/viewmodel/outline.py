"""The list next to the rows: parts or differences, in one of several orders."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from itertools import accumulate
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from plancore.report.lines import Tone
from plancore.report.marks import Mark

if TYPE_CHECKING:
    from plancore.report.domain.rows import DomainRows
    from plancore.report.threeway.rows import ThreeWayRows


class Order(StrEnum):
    """The order of the list, and of next and previous change."""

    FILE = "file order"
    CHANGE = "by change"
    PLANS = "by plans"
    CAUSES = "by cause"
    WORST = "worst first"
    ALL = "all in the file"

    @property
    def is_of_file(self) -> bool:
        """Whether next and previous change are in file order."""
        return self in (Order.FILE, Order.ALL)


class OutlineEntry(NamedTuple):
    """An entry of the list, from row `start`; `rows` are its differences, in order."""

    mark: Mark
    name: str
    problem: str
    """The differences, in numbers or a few words."""
    start: int
    rows: Sequence[int]
    score: str = ""
    kind: str = ""
    """The word for its mark, if there is room."""
    n_stopped: int | None = None
    """The number of valid plans that it rejects; None without plans."""
    n_stopped_later: int | None = None
    """The number that it also rejects once other differences are fixed; None if not shown."""
    n_let_through: int | None = None
    """The number of invalid plans that it accepts; None if not shown."""
    said: str = ""
    """The sign of the review marks of its differences; empty if any is open."""
    is_harmless: bool = False
    """Whether it is known to have no effect on plans."""
    covers: Sequence[int] = ()
    """All its differences, if some belong to other entries, too."""

    @property
    def covered(self) -> Sequence[int]:
        """The differences that marks and edits of the entry as a whole apply to."""
        return self.covers or self.rows

    @property
    def n_broken(self) -> int:
        """The number of plans that it rejects or accepts wrongly, as far as known."""
        return (self.n_stopped or 0) + (self.n_let_through or 0)

    @property
    def is_changed(self) -> bool:
        """Whether it has differences."""
        return bool(self.rows) or self.mark.tone is not Tone.SAME


class Outline:
    """The entries in one order. No two have the same difference.

    `entry_of` returns the number of the entry of a row, if any; `first_of` returns the first row
    with the same difference.
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
        """The number of different differences up to each place, and the total at the end."""
        seen: set[int] = set()
        counts = []
        for row in self.rows:
            seen.add(self.first_of(row))
            counts.append(len(seen))
        return [*counts, len(seen)]

    @cached_property
    def _firsts(self) -> Sequence[int]:
        """The number of rows of all entries before each."""
        return list(accumulate((len(entry.rows) for entry in self.entries), initial=0))

    def beyond(self, row: int, direction: int) -> int | None:
        """The difference after `row`, or before it with a negative direction, if any. From a row
        without a difference, the next one in its entry."""
        place = self._places.get(row)
        if place is not None:
            place += direction
        else:
            place = self._place_after(row) - (direction < 0)
        return self.rows[place] if 0 <= place < len(self.rows) else None

    def position(self, row: int) -> str:
        """`change 3/7 by plans`: the number of the difference in `row`, and of all."""
        place = self._places.get(row)
        at = "–" if place is None else self._counts[place]
        return f"change {at}/{self._counts[-1]} {self.order}"

    def _place_after(self, row: int) -> int:
        """The place of the first difference after `row`, in its entry or after that."""
        entry = self.entry_of(row)
        if entry is None:
            return 0
        rows = self.entries[entry].rows
        after = rows[bisect_left(rows, row)] if rows and row <= rows[-1] else None
        return self._firsts[entry + 1] if after is None else self._places[after]


class Outlines:
    """The list in each available order, made on first use."""

    def __init__(
        self,
        makers: Mapping[Order, Callable[[], Outline]],
        first: Order = Order.FILE,
        said_of: Callable[[Sequence[int]], str] | None = None,
        first_of: Callable[[int], int] = lambda row: row,
    ) -> None:
        """`said_of` returns the sign of the review marks of the differences in some rows,
        `first_of` the first row with the same difference."""
        self._makers, self._said_of, self._first_of = makers, said_of, first_of
        self.first = first
        """The default order."""
        self._made: dict[Order, Outline] = {}

    @property
    def orders(self) -> Sequence[Order]:
        """The available orders, in the order to offer them."""
        return list(self._makers)

    def of(self, order: Order) -> Outline:
        """The list in this order; in file order if it is not available."""
        if order not in self._makers:
            order = Order.FILE
        if order not in self._made:
            self._made[order] = self._with_said(self._makers[order]())
        return self._made[order]

    def saying(self, said_of: Callable[[Sequence[int]], str]) -> Outlines:
        """The same with signs of review marks."""
        return Outlines(self._makers, self.first, said_of, self._first_of)

    def _with_said(self, outline: Outline) -> Outline:
        entries, said_of = outline.entries, self._said_of
        if said_of is not None:
            entries = [entry._replace(said=said_of(entry.covered)) for entry in entries]
        return Outline(outline.order, entries, outline.entry_of, self._first_of)


# The parts of a review as a list.

_NO_OTHERS: Final[Mapping[Order, Callable[[], Outline]]] = MappingProxyType({})


def outlines_of_parts(
    entries: Sequence[OutlineEntry],
    part_at: Callable[[int], int],
    others: Mapping[Order, Callable[[], Outline]] = _NO_OTHERS,
    first: Order = Order.FILE,
) -> Outlines | None:
    """The list of parts in all orders; None if there is nothing to list. `part_at` returns the
    number of the entry of a row; `others` are makers for additional orders; `first` is the default
    order."""
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
    """The `entries` with these `numbers`, then `others`. A row belongs to the entry with the number
    that `part_at` returns, if it is included."""
    places = {number: place for place, number in enumerate(numbers)}
    shown = [*(entries[number] for number in numbers), *others]
    return Outline(order, shown, lambda row: places.get(part_at(row)))


def rows_within(rows: Sequence[int], starts: Sequence[int], end: int) -> list[list[int]]:
    """The ascending `rows` grouped by part; the last part ends at `end`."""
    bounds = [*starts[1 : len(starts)], end]
    parts: list[list[int]] = [[] for _ in starts]
    at = 0
    for row in rows:
        while row >= bounds[at]:
            at += 1
        parts[at].append(row)
    return parts


# The differences of domains as a list, those with the largest effects on plans first.


def outline_by_plans(rows: DomainRows | ThreeWayRows, name_at: Callable[[int], str]) -> Outline:
    """An entry for each difference; `name_at` returns the action of a row."""
    entries = [entry_of_row(rows, row, name_at(row)) for row in rows.by_consequence]
    places = {entry.start: place for place, entry in enumerate(entries)}
    return Outline(Order.PLANS, entries, places.get)


def entry_of_row(rows: DomainRows | ThreeWayRows, row: int, name: str) -> OutlineEntry:
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
