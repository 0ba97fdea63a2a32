"""The lists of a review of two domains: actions, and differences by plans and by cause."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import groupby
from typing import Final

from plancore.compare.actions import ActionDiff, Presence
from plancore.compare.causes import CommonCause
from plancore.compare.changes import ChangeKind
from plancore.phrases import SIDES, count_of
from plancore.report import marks
from plancore.report.domain.review import DomainReview
from plancore.report.domain.rows import DomainRows
from plancore.report.domain.words import MARKS, action_mark, action_title
from plancore.report.figures import decimal
from plancore.report.lines import Tone, visible
from plancore.report.marks import Mark
from plandiff.viewmodel.outline import (
    Order,
    Outline,
    OutlineEntry,
    Outlines,
    outline_by_plans,
    outline_of_numbers,
)

_CAUSE = Mark(Tone.NOTE, "∗")
MUCH: Final = 3
"""If a cause explains one in so many differences, the list begins with the order by cause."""


def outlines_of(review: DomainReview, rows: DomainRows) -> Outlines | None:
    """The lists of a review in all available orders; None if there is nothing to list."""
    makers = _Makers(review, rows)
    if not makers.entries:
        return None
    orders: dict[Order, Callable[[], Outline]] = {Order.FILE: lambda: makers.by_file(Order.FILE)}
    if review.blame is not None:
        orders[Order.PLANS] = makers.by_plans
    if review.causes:
        orders[Order.CAUSES] = makers.by_cause
    orders[Order.WORST] = makers.worst_first
    if 0 < len(makers.changed) < len(makers.entries):
        orders[Order.ALL] = lambda: makers.by_file(Order.ALL)
    blame = None if review.blame is None else review.blame.blame
    matters = blame is not None and bool(blame.stopped or blame.let_through)
    n_most = max((cause.count for cause in review.causes), default=0)
    first = Order.FILE
    if matters and rows.stops:
        first = Order.PLANS
    elif n_most * MUCH >= len(rows.stops):
        first = Order.CAUSES if n_most else Order.FILE
    return Outlines(orders, first, first_of=rows.first_of)


class _Makers:
    """Makes the list of a review in each order."""

    def __init__(self, review: DomainReview, rows: DomainRows) -> None:
        self._review, self._rows = review, rows

    @cached_property
    def entries(self) -> Sequence[OutlineEntry]:
        """The actions in file order, then declarations that differ."""
        actions = self._review.similarity.actions
        entries = [
            OutlineEntry(
                action_mark(similarity.action),
                action_title(similarity.action),
                self._problem(similarity.action),
                self._rows.starts[number],
                self._stops(number),
                decimal(similarity.value, 2),
                _kind(similarity.action),
                self._n_stopped(number),
            )
            for number, similarity in enumerate(actions)
        ]
        if self._rows.has_declarations:
            number, declarations = len(actions), self._review.diff.declarations
            start, stops = self._rows.starts[number], self._stops(number)
            mark = marks.CHANGED if declarations else marks.MOVED
            problem = _tally(change.kind for change in declarations)
            entries.append(OutlineEntry(mark, "declarations", problem, start, stops))
        return entries

    @cached_property
    def changed(self) -> Sequence[int]:
        """The numbers of the entries with differences."""
        return [number for number, entry in enumerate(self.entries) if entry.is_changed]

    def by_file(self, order: Order) -> Outline:
        """Actions with differences, or all, and below them the common causes."""
        every = range(len(self.entries))
        numbers = every if order is Order.ALL else self.changed or every
        return self._with_causes(order, numbers)

    def _with_causes(self, order: Order, numbers: Sequence[int]) -> Outline:
        part_at, causes = self._rows.action_at, self._causes_to_jump_to
        return outline_of_numbers(order, self.entries, numbers, part_at, causes)

    def worst_first(self) -> Outline:
        """Actions with the lowest similarity first."""
        actions = self._review.similarity.actions
        numbers = self.changed or range(len(self.entries))
        worst = sorted(
            numbers, key=lambda at: actions[at].value if at < len(actions) else len(actions)
        )
        return self._with_causes(Order.WORST, worst)

    def by_plans(self) -> Outline:
        """Differences with the largest effects on plans first."""
        return outline_by_plans(self._rows, self._name_at)

    def by_cause(self) -> Outline:
        """Common causes, those with most differences first; then other differences by action."""
        left = dict.fromkeys(self._rows.stops)
        entries = []
        for cause in self._causes:
            rows = [row for row in self._rows_of(cause) if row in left]
            if rows:
                entries.append(_cause_entry(cause, self._rows_of(cause), rows))
            for row in rows:
                del left[row]
        for number, rest in groupby(left, self._rows.action_at):
            rows = list(rest)
            own = self.entries[number]
            count = count_of(len(rows), "other")
            entries.append(own._replace(kind="", problem=count, start=rows[0], rows=rows))
        places = {row: place for place, entry in enumerate(entries) for row in entry.rows}
        return Outline(Order.CAUSES, entries, places.get)

    @property
    def _causes(self) -> list[CommonCause]:
        return sorted(self._review.causes, key=lambda cause: -cause.count)

    @cached_property
    def _causes_to_jump_to(self) -> Sequence[OutlineEntry]:
        """An entry for each cause, without rows, since its differences belong to the actions."""
        return [_cause_entry(cause, self._rows_of(cause), ()) for cause in self._causes]

    def _rows_of(self, cause: CommonCause) -> list[int]:
        """The rows with the differences of a cause, ascending."""
        stop_of = self._rows.stop_of
        rows = (stop_of.get(id(change)) for _, change in cause.instances)
        return sorted({row for row in rows if row is not None})

    def _stops(self, number: int) -> Sequence[int]:
        """The differences of an action, or of the declarations."""
        stops, starts = self._rows.stops, self._rows.starts
        return stops[bisect_left(stops, starts[number]) : bisect_left(stops, starts[number + 1])]

    def _name_at(self, row: int) -> str:
        """The action of a row, in the reference if it has it; empty for declarations."""
        number = self._rows.action_at(row)
        actions = self._review.similarity.actions
        if number == len(actions):
            return ""
        if row == self._rows.starts[number]:
            return self.entries[number].name
        action = actions[number].action
        return action.name if action.reference is None else visible(action.reference.name)

    def _n_stopped(self, number: int) -> int | None:
        return None if self._review.blame is None else self._rows.n_stopped(number)

    @staticmethod
    def _problem(action: ActionDiff) -> str:
        """The differences of an action that its mark does not show."""
        if action.status in (Presence.MISSING, Presence.EXTRA):
            return ""
        shown = action.shown
        if shown.is_same:  # a shortcut for most actions of a large domain
            return ""
        if shown.is_same_but_for_order:
            return "swapped"
        kinds = [change.kind for change in shown.changes]
        has_other_parameters = shown.parameters or shown.is_reordered or shown.is_other_kind
        return _tally([*kinds, *([ChangeKind.CHANGED] if has_other_parameters else [])])


def _kind(action: ActionDiff) -> str:
    """The word for an action that only one side has, or that has another name."""
    return "" if action.status is Presence.MATCHED else SIDES.of_kind(action.status)


def _tally(kinds: Iterable[str]) -> str:
    """`2- 1+`: the number of differences of each kind."""
    counts = Counter(kinds)
    return " ".join(f"{counts[kind]}{mark.sign}" for kind, mark in MARKS.items() if counts[kind])


def _cause_entry(cause: CommonCause, covers: Sequence[int], rows: Sequence[int]) -> OutlineEntry:
    start = rows[0] if rows else covers[0]
    name = visible(f"{cause.count} {cause.label}")
    return OutlineEntry(_CAUSE, name, "", start, rows, covers=covers)
