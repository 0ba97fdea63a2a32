"""The differences of two domains that a reviewer can judge, by the rows that show them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol

from plancore.blame.report import (
    Blame,
    Consequence,
    consequence_text,
    plans_text,
    translated_text,
    wrong_plans_text,
)
from plancore.compare.difference import Difference
from plancore.phrases import count_of
from plancore.report.domain.review import Consequences, DomainReview
from plancore.report.lines import Line, Piece, Tone, cut_in_the_middle, line, visible
from plancore.report.places import short_name
from plancore.report.reviewed.marks import ReviewMark, ReviewState, name_of, state_text


class Differences:
    """What is marked, noted, and taken over from the reference: the difference in each row."""

    def __init__(
        self, review: DomainReview, difference_at: Callable[[int], Difference | None]
    ) -> None:
        self.review = review
        """The learned domain as it is, beside its reference."""
        self._difference_at = difference_at

    def difference(self, row: int) -> Difference | None:
        """The difference in a row; None where there is none."""
        return self._difference_at(row)

    def mark(self, difference: Difference) -> ReviewMark:
        """What was said of a difference."""
        reviewed = self.review.reviewed
        return ReviewMark() if reviewed is None else reviewed.mark(name_of(difference))

    def said_of(self, rows: Sequence[int]) -> str:
        """The sign of what was said of the differences in some rows, where none of them is open:
        that they are accepted, or that any is reported."""
        reviewed = self.review.reviewed
        if reviewed is None or not reviewed.marks:
            return ""
        # What was repaired by the last change is no difference any more.
        here = filter(None, map(self.difference, rows))
        said = {mark.state: mark for mark in map(self.mark, here)}
        if not said or ReviewState.OPEN in said:
            return ""
        return state_text(said.get(ReviewState.REPORTED) or said[ReviewState.ACCEPTED])

    def is_done(self, row: int) -> bool:
        """Whether the difference in a row was accepted or reported."""
        difference, reviewed = self.difference(row), self.review.reviewed
        if difference is None or reviewed is None:
            return False
        return reviewed.is_done(name_of(difference))


# What the differences of a review do to plans: the order, the counts, and the plans of a row.

_MOST = 2
"""So many differences of a row are told of; the rows of parameters may have more."""
_MOST_NAME = 40
"""Columns of the name of a plan: its step and what is told besides stand behind it."""


class PlanAt(NamedTuple):
    """A plan that a difference stops or lets through: its number among the cases, and the step to
    look at, None for the end."""

    case: int
    name: str
    step: int | None


class JudgedRows(Protocol):
    """Rows with differences that plans were judged by."""

    def consequences(self, index: int, /) -> Consequences:
        """What the differences in a row do to plans."""
        ...

    def differences(self, index: int, /) -> frozenset[int]:
        """The numbers of the differences in a row; in the title of an action all of its."""
        ...


class RowConsequences:
    """What the differences in `rows` do to the plans of `blame`."""

    def __init__(self, blame: Blame, rows: JudgedRows) -> None:
        self._blame, self._rows = blame, rows

    @property
    def counts(self) -> Sequence[Piece]:
        """How many plans there are, how many of them go wrong, and whether they were translated:
        for the heading, in parts that may stand on either of its lines."""
        blame = self._blame
        wrong, n_undecided = wrong_plans_text(blame), len(blame.undecided)
        parts = [wrong or f"{count_of(blame.n_judged, 'plan')} as expected"]
        parts += [f"{n_undecided} undecided"] if n_undecided else []
        first, *others = ", ".join(filter(None, (*parts, translated_text(blame)))).split(", ")
        tone = Tone.FAILING if self.go_wrong else Tone.PLAIN
        return [Piece(f"  {first}", tone), *(Piece(f", {other}", tone) for other in others)]

    @property
    def go_wrong(self) -> bool:
        """Whether plans are rejected or accepted that are not to be."""
        return bool(self._blame.stopped or self._blame.let_through)

    def plans(self, row: int) -> list[PlanAt]:
        """The plans for whose fate the differences in a row are to blame: those that they stop
        first, then those that they would stop later, then those that they let through. In the title
        of an action, all of its differences."""
        blame, numbers = self._blame, self._rows.differences(row)
        stopped = (*blame.stopped_by(numbers), *blame.stopped_later_by(numbers))
        return [
            *(PlanAt(plan.case, plan.plan, plan.first.step) for plan in stopped),
            *(PlanAt(plan.case, plan.plan, plan.step) for plan in blame.let_through_by(numbers)),
        ]

    def first_text(self, row: int) -> str:
        """Where the first plan fails because of a difference in a row; else what is known of plans
        that no badge says."""
        consequences = self._rows.consequences(row)
        for consequence in consequences[:1]:
            first = consequence.first
            if first is not None:
                at = "its end" if first.step is None else f"step {first.step}"
                name = cut_in_the_middle(short_name(first.plan), _MOST_NAME)
                return visible(f"{name} fails at {at}")
            if not consequence.lets:
                return consequence_text(consequence, self._blame)
        return ""

    def lines(self, row: int) -> Iterator[Line]:
        """What the differences in a row do, in full."""
        consequences = self._rows.consequences(row)
        opens = "   Enter opens a plan" if self.plans(row) else ""
        translated = translated_text(self._blame)
        how = Piece(f"  ({translated})" if translated else "", Tone.DIM)
        texts = [
            consequence_text(_shortened(consequence), self._blame)
            for consequence in consequences[:_MOST]
        ]
        for text in dict.fromkeys(texts):
            yield line(Piece("plans  ", Tone.DIM), visible(text), how, Piece(opens, Tone.DIM))
        if len(consequences) > _MOST:
            yield line(Piece(f"plans  {len(consequences) - _MOST} more differences", Tone.DIM))
        if not consequences and opens:
            numbers = self._rows.differences(row)
            stopped, let = self._blame.stopped_by(numbers), self._blame.let_through_by(numbers)
            text = plans_text(self._blame, len(stopped), len(let))
            yield line(Piece("plans  ", Tone.DIM), text, how, Piece(opens, Tone.DIM))


def _shortened(consequence: Consequence) -> Consequence:
    """With a name of its first plan that leaves room for the rest."""
    first = consequence.first
    if first is None:
        return consequence
    name = cut_in_the_middle(short_name(first.plan, 2), _MOST_NAME)
    return replace(consequence, first=replace(first, plan=name))
