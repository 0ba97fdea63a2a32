"""What the last change of a learned file did: parts with what became of them, and figures."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from typing import Final, TypeVar

from plancore.compare.three_way.items import Outcome
from plancore.report.figures import decimal
from plancore.report.layout import block_lines
from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.marks import FAILING_NOW
from plancore.report.plan.review import PlanReview
from plancore.report.plan.state_lines import MOST_OF_PAGE
from plancore.report.plan.summary import PlanSummary, summary_of
from plancore.report.rows.row import Role
from plancore.report.threeway.document import figure_table
from plancore.report.threeway.explained import meaning_of
from plancore.report.threeway.messages import count_pieces, plans_texts, verdicts_text, worst_mark
from plancore.report.threeway.review import ChangeReview, ThreeWayReview
from plancore.report.threeway.rows import ThreeWayRows
from plancore.report.threeway.state_lines import ChangeStateLines
from plandiff.viewmodel.differences import Differences, RowConsequences
from plandiff.viewmodel.model import ReviewModel, SidePanel
from plandiff.viewmodel.name_pairs import NamePairs
from plandiff.viewmodel.outline import (
    Order,
    Outline,
    OutlineEntry,
    Outlines,
    entry_of_row,
    outline_by_plans,
    outlines_of_parts,
    rows_within,
)

R = TypeVar("R", bound=ThreeWayReview | ChangeReview)
_HARM: Final = (Outcome.BROKEN, Outcome.OTHERWISE_WRONG)
_DONE: Final = (*_HARM, Outcome.REPAIRED)
"""What the change did, the worst first."""


class ChangedModel(ReviewModel[R]):
    """A learned file, its reference, and the learned file before its last change."""

    @cached_property
    def rows(self) -> ThreeWayRows:
        """All actions, or all parts."""
        return ThreeWayRows(self.review)

    @cached_property
    def consequences(self) -> RowConsequences | None:
        """What the differences that there are now do to plans."""
        report = self.review.blame
        return None if report is None else RowConsequences(report.blame, self.rows)

    @cached_property
    def outlines(self) -> Outlines | None:
        """The actions, or parts, with how many things are wrong in each, and were."""
        rows = self.rows
        stops = rows_within(rows.stops, rows.starts, rows.count)
        entries: list[OutlineEntry] = []
        for number, group in enumerate(rows.groups):
            was, now = group.n_wrong_before, group.n_wrong
            problem = f"{was} → {now}" if was or now else ""
            stopped = None if self.review.blame is None else rows.n_stopped(number)
            of_group = rows.titles[number], problem, rows.starts[number], stops[number]
            entries.append(OutlineEntry(worst_mark(group), *of_group, n_stopped=stopped))
        others = {Order.CHANGE: self._by_change}
        if self.review.blame is not None:
            others[Order.PLANS] = partial(outline_by_plans, rows, self._name_at)
        did_something = any(self.review.outcomes.get(outcome, 0) for outcome in _DONE)
        first = Order.CHANGE if did_something else Order.FILE
        return outlines_of_parts(entries, rows.group_at, others, first)

    def _by_change(self) -> Outline:
        """An entry for each difference: what the change broke, altered and repaired, then what it
        left."""
        rows = self.rows

        def place(row: int) -> int:
            item = rows.item(row)
            outcome = Outcome.UNCHANGED if item is None else item.outcome
            return _DONE.index(outcome) if outcome in _DONE else len(_DONE)

        in_order = sorted(rows.stops, key=place)
        entries = [entry_of_row(rows, row, self._name_at(row)) for row in in_order]
        places = {entry.start: number for number, entry in enumerate(entries)}
        return Outline(Order.CHANGE, entries, places.get)

    def part_at(self, row: int, /) -> str:
        """The action, or the part, below its title."""
        return "" if self.rows.row(row).role is Role.TITLE else self._name_at(row)

    @abstractmethod
    def _name_at(self, row: int) -> str:
        """The action, or the part, that a row is of; nothing for what says so itself."""

    def figures(self, _row: int, /) -> Sequence[Line]:
        """The figures before and now."""
        return list(block_lines(figure_table(self.review)))


class ThreeWayModel(ChangedModel[ThreeWayReview]):
    """The same of domains."""

    @cached_property
    def heading(self) -> Line:
        """Files, the score then and now, and how many items there are of each outcome."""
        then, now = (decimal(counts.f1) for counts in self.review.literals)
        reviewed = self.review.reviewed
        return line(
            *self._files,
            f"   F1 {then} → {now}   ",
            *count_pieces(self.review),
            "   same" if self.review.is_same else "",
            *(() if self.consequences is None else self.consequences.counts),
            # Last, for a reviewer knows what was marked: it is what gives way.
            "" if reviewed is None or not reviewed.marks else f"   {reviewed.text}",
        )

    @property
    def offers(self) -> Sequence[object]:
        """The actions, pairs of names, what differences do to plans, and what can be judged."""
        return self.outlines, self.pairs, self.consequences, self.differences

    @cached_property
    def pairs(self) -> NamePairs:
        """The pairs of names that the comparison rests on."""
        return NamePairs(self.review.diff)

    @cached_property
    def differences(self) -> Differences:
        """Those of now, which a reviewer can judge."""
        return Differences(self.review.now, self.rows.difference)

    @cached_property
    def outlines(self) -> Outlines | None:
        """The actions, and what a reviewer said of them."""
        found = super().outlines
        return None if found is None else found.saying(self.differences.said_of)

    def _name_at(self, row: int) -> str:
        number = self.rows.group_at(row)
        return self.rows.titles[number] if self.rows.groups[number].is_action else ""

    def context(self, row: int, /) -> str:
        """The action, and the part of it."""
        item = self.rows.item(row)
        name = self._name_at(row) if self.rows.count else ""
        return "" if item is None or not name else f"{name} {item.part}"

    def panel(self, row: int, /) -> Sequence[Line]:
        """What the difference in a row means and does to plans, and what became of plans."""
        return [*self._tell(row)]

    @property
    def verdict(self) -> Sequence[Line]:
        """What became of plans."""
        plans = self.review.plans
        return [] if plans is None else [line(text) for text in plans_texts(plans)]

    @property
    def start(self) -> int | None:
        """The difference that breaks most plans, unless the last change made anything wrong, which
        is first in the list."""
        did_harm = any(self.review.outcomes.get(outcome) for outcome in _HARM)
        if did_harm or self.consequences is None or not self.consequences.go_wrong:
            return None
        return next(iter(self.rows.by_consequence), None)

    def brief(self, row: int, /) -> Sequence[Line]:
        """The first plan that the difference in a row breaks, and what it means."""
        if not self.rows.count:
            return self.panel(row)
        first = "" if self.consequences is None else self.consequences.first_text(row)
        return [line(text) for text in (first, self._meaning(row)) if text]

    def _meaning(self, row: int) -> str:
        difference = self.rows.difference_at(row)
        return "" if difference is None else meaning_of(difference)

    def _tell(self, row: int) -> Iterator[Line]:
        if not self.rows.count:
            yield line("no actions")
            return
        words = self._meaning(row)
        if words:
            yield line(Piece("means  ", Tone.DIM), words)
        if self.consequences is not None:
            yield from self.consequences.lines(row)
        if self.review.plans is not None:
            for text in plans_texts(self.review.plans):
                yield line(Piece("change ", Tone.DIM), text)


class ChangeModel(ChangedModel[ChangeReview]):
    """The same of problems and plans."""

    @cached_property
    def heading(self) -> Line:
        """Files, and how many items there are of each outcome."""
        return line(
            *self._files, "   ", *count_pieces(self.review), "   same" * self.review.is_same
        )

    @property
    def offers(self) -> Sequence[object]:
        """The parts, and the states of executed plans."""
        return self.outlines, self.states

    @cached_property
    def states(self) -> SidePanel | None:
        """States and outcomes, if the plan was executed now and then."""
        some = ChangeStateLines.of(self.rows)
        whole = ChangeStateLines.of(self.rows, MOST_OF_PAGE, has_shared=True)
        return None if some is None or whole is None else SidePanel(some.lines, whole.lines)

    def _name_at(self, row: int) -> str:
        titles = self.rows.titles
        return titles[self.rows.group_at(row)] if len(titles) > 1 else ""

    @property
    def verdict(self) -> Sequence[Line]:
        """What became of a plan."""
        verdicts = verdicts_text(self.review)
        return [line(verdicts)] if verdicts else []

    @property
    def failures(self) -> Sequence[int] | None:
        """Those of the learned plan as it is."""
        now = self.review.now
        is_executed = isinstance(now, PlanReview) and now.execution is not None
        return self.rows.failures if is_executed else None

    @property
    def failing_rows(self) -> Sequence[int]:
        """The same, for there is no row of missed goals."""
        return self.failures or ()

    def summary(self, width: int, /) -> Line:
        """Of plans first divergence, first failure and goals, as they are now."""
        return () if self._summary is None else self._summary.line(width)

    @cached_property
    def _summary(self) -> PlanSummary | None:
        now = self.review.now
        return summary_of(now, FAILING_NOW) if isinstance(now, PlanReview) else None

    def panel(self, _row: int, /) -> Sequence[Line]:
        """What became of a plan."""
        verdicts = verdicts_text(self.review)
        return [line(Piece("change ", Tone.DIM), verdicts)] if verdicts else []
