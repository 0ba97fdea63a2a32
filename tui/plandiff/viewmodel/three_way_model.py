"""Models of reviews with an earlier version of the learned file: effects of its last change."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from typing import Final, TypeVar

from plancore.compare.three_way.items import Outcome
from plancore.report.document import block_lines
from plancore.report.figures import decimal
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
from plandiff.viewmodel import outline
from plandiff.viewmodel.differences import Differences, RowConsequences
from plandiff.viewmodel.model import ReviewModel, SidePanel
from plandiff.viewmodel.name_pairs import NamePairs

R = TypeVar("R", bound=ThreeWayReview | ChangeReview)
_HARM: Final = (Outcome.BROKEN, Outcome.OTHERWISE_WRONG)
_DONE: Final = (*_HARM, Outcome.REPAIRED)
"""The effects of a change, worst first."""


class ChangedModel(ReviewModel[R]):
    """The base of models with an earlier version of the learned file."""

    @cached_property
    def rows(self) -> ThreeWayRows:
        """All actions, or all parts."""
        return ThreeWayRows(self.review)

    @cached_property
    def consequences(self) -> RowConsequences | None:
        """The effects on plans of the current differences, if plans were judged."""
        report = self.review.blame
        return None if report is None else RowConsequences(report.blame, self.rows)

    @cached_property
    def outlines(self) -> outline.Outlines | None:
        """The actions, or parts, with the number of differences before and now."""
        rows = self.rows
        stops = outline.rows_within(rows.stops, rows.starts, rows.count)
        entries: list[outline.OutlineEntry] = []
        for number, group in enumerate(rows.groups):
            was, now = group.n_wrong_before, group.n_wrong
            problem = f"{was} → {now}" if was or now else ""
            stopped = None if self.review.blame is None else rows.n_stopped(number)
            of_group = rows.titles[number], problem, rows.starts[number], stops[number]
            entries.append(outline.OutlineEntry(worst_mark(group), *of_group, n_stopped=stopped))
        others = {outline.Order.CHANGE: self._by_change}
        if self.review.blame is not None:
            others[outline.Order.PLANS] = partial(outline.outline_by_plans, rows, self._name_at)
        did_something = any(self.review.outcomes.get(outcome, 0) for outcome in _DONE)
        first = outline.Order.CHANGE if did_something else outline.Order.FILE
        return outline.outlines_of_parts(entries, rows.group_at, others, first)

    def _by_change(self) -> outline.Outline:
        """An entry for each difference: broken, altered and repaired ones, then the unchanged."""
        rows = self.rows

        def place(row: int) -> int:
            item = rows.item(row)
            outcome = Outcome.UNCHANGED if item is None else item.outcome
            return _DONE.index(outcome) if outcome in _DONE else len(_DONE)

        in_order = sorted(rows.stops, key=place)
        entries = [outline.entry_of_row(rows, row, self._name_at(row)) for row in in_order]
        places = {entry.start: number for number, entry in enumerate(entries)}
        return outline.Outline(outline.Order.CHANGE, entries, places.get)

    def part_at(self, row: int, /) -> str:
        """The action, or the part, for rows below its title."""
        return "" if self.rows.row(row).role is Role.TITLE else self._name_at(row)

    @abstractmethod
    def _name_at(self, row: int) -> str:
        """The action, or the part, of a row; empty if the row shows it itself."""

    def figures(self, _row: int, /) -> Sequence[Line]:
        """The scores before and now."""
        return list(block_lines(figure_table(self.review)))


class ThreeWayModel(ChangedModel[ThreeWayReview]):
    """The model for domains."""

    @cached_property
    def heading(self) -> Line:
        """Files, the score before and now, and the number of items of each outcome."""
        then, now = (decimal(counts.f1) for counts in self.review.literals)
        reviewed = self.review.reviewed
        return line(
            *self._files,
            f"   F1 {then} → {now}   ",
            *count_pieces(self.review),
            "   same" if self.review.is_same else "",
            *(() if self.consequences is None else self.consequences.counts),
            # Last, so that it is left out first: the user knows the marks.
            "" if reviewed is None or not reviewed.marks else f"   {reviewed.text}",
        )

    @property
    def offers(self) -> Sequence[object]:
        """The list, pairs of names, effects on plans, and differences."""
        return self.outlines, self.pairs, self.consequences, self.differences

    @cached_property
    def pairs(self) -> NamePairs:
        """The pairs of names of the comparison."""
        return NamePairs(self.review.diff)

    @cached_property
    def differences(self) -> Differences:
        """The current differences, which can be marked."""
        return Differences(self.review.now, self.rows.difference)

    @cached_property
    def outlines(self) -> outline.Outlines | None:
        """The actions, with signs of review marks."""
        found = super().outlines
        return None if found is None else found.saying(self.differences.said_of)

    def _name_at(self, row: int) -> str:
        number = self.rows.group_at(row)
        return self.rows.titles[number] if self.rows.groups[number].is_action else ""

    def context(self, row: int, /) -> str:
        """The action, and its part."""
        item = self.rows.item(row)
        name = self._name_at(row) if self.rows.count else ""
        return "" if item is None or not name else f"{name} {item.part}"

    def panel(self, row: int, /) -> Sequence[Line]:
        """The meaning and effects of the difference in a row, and changed results of plans."""
        return [*self._tell(row)]

    @property
    def verdict(self) -> Sequence[Line]:
        """The changed results of plans."""
        plans = self.review.plans
        return [] if plans is None else [line(text) for text in plans_texts(plans)]

    @property
    def start(self) -> int | None:
        """The difference that breaks most plans; None if the last change broke something, which is
        first in the list."""
        did_harm = any(self.review.outcomes.get(outcome) for outcome in _HARM)
        if did_harm or self.consequences is None or not self.consequences.go_wrong:
            return None
        return next(iter(self.rows.by_consequence), None)

    def brief(self, row: int, /) -> Sequence[Line]:
        """The first plan that fails because of the difference in a row, and its meaning."""
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
    """The model for problems and plans."""

    @cached_property
    def heading(self) -> Line:
        """Files, and the number of items of each outcome."""
        return line(
            *self._files, "   ", *count_pieces(self.review), "   same" * self.review.is_same
        )

    @property
    def offers(self) -> Sequence[object]:
        """The list of parts, and the states of executed plans."""
        return self.outlines, self.states

    @cached_property
    def states(self) -> SidePanel | None:
        """States and outcomes, if both versions of the plan were executed."""
        some = ChangeStateLines.of(self.rows)
        whole = ChangeStateLines.of(self.rows, MOST_OF_PAGE, has_shared=True)
        return None if some is None or whole is None else SidePanel(some.lines, whole.lines)

    def _name_at(self, row: int) -> str:
        titles = self.rows.titles
        return titles[self.rows.group_at(row)] if len(titles) > 1 else ""

    @property
    def verdict(self) -> Sequence[Line]:
        """The verdicts on a plan before and now."""
        verdicts = verdicts_text(self.review)
        return [line(verdicts)] if verdicts else []

    @property
    def failures(self) -> Sequence[int] | None:
        """The failing rows of the current learned plan."""
        now = self.review.now
        is_executed = isinstance(now, PlanReview) and now.execution is not None
        return self.rows.failures if is_executed else None

    @property
    def failing_rows(self) -> Sequence[int]:
        """The same as `failures`: there is no row for goals that are not reached."""
        return self.failures or ()

    def summary(self, width: int, /) -> Line:
        """For plans, the current first divergence, first failure and goals."""
        return () if self._summary is None else self._summary.line(width)

    @cached_property
    def _summary(self) -> PlanSummary | None:
        now = self.review.now
        return summary_of(now, FAILING_NOW) if isinstance(now, PlanReview) else None

    def panel(self, _row: int, /) -> Sequence[Line]:
        """The verdicts on a plan before and now."""
        verdicts = verdicts_text(self.review)
        return [line(Piece("change ", Tone.DIM), verdicts)] if verdicts else []
