"""The differences of two domains by row: review marks, and effects on plans."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

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
from plancore.report.domain.review import DomainReview
from plancore.report.files import short_name
from plancore.report.lines import Line, Piece, Tone, cut_in_the_middle, line, visible
from plancore.report.reviewed.marks import ReviewMark, ReviewState, name_of, state_text

if TYPE_CHECKING:
    from plancore.report.domain.rows import DomainRows
    from plancore.report.threeway.rows import ThreeWayRows


class Differences:
    """The difference in each row, with its review mark."""

    def __init__(
        self, review: DomainReview, difference_at: Callable[[int], Difference | None]
    ) -> None:
        self.review = review
        """The review of the current learned domain."""
        self._difference_at = difference_at

    def difference(self, row: int) -> Difference | None:
        """The difference in a row, if any."""
        return self._difference_at(row)

    def mark(self, difference: Difference) -> ReviewMark:
        """The review mark of a difference."""
        reviewed = self.review.reviewed
        return ReviewMark() if reviewed is None else reviewed.mark(name_of(difference))

    def state_of(self, differences: Iterable[Difference]) -> ReviewState:
        """The state of several differences: the first in its cycle that any of them has."""
        states = {self.mark(difference).state for difference in differences}
        return next(state for state in ReviewState if state in states)

    def said_of(self, rows: Sequence[int]) -> str:
        """The sign of the review marks of the differences in some rows: reported if any is, else
        accepted; empty if any is open."""
        reviewed = self.review.reviewed
        if reviewed is None or not reviewed.marks:
            return ""
        # Rows of differences that the last change repaired have none now.
        here = filter(None, map(self.difference, rows))
        said = {mark.state: mark for mark in map(self.mark, here)}
        if not said or ReviewState.OPEN in said:
            return ""
        return state_text(said.get(ReviewState.REPORTED) or said[ReviewState.ACCEPTED])

    def is_done(self, row: int) -> bool:
        """Whether the difference in a row is marked as accepted or reported."""
        difference, reviewed = self.difference(row), self.review.reviewed
        if difference is None or reviewed is None:
            return False
        return reviewed.is_done(name_of(difference))


# The effects of differences on plans.

_MOST = 2
"""The most differences of a row that are described; the rows of parameters may have more."""
_MOST_NAME = 40
"""The most columns of the name of a plan, to leave room for its step and other text."""


class PlanAt(NamedTuple):
    """A plan that a difference rejects or accepts wrongly: its number among the cases, and the step
    to look at, None for the end."""

    case: int
    name: str
    step: int | None


class RowConsequences:
    """The effects of the differences in `rows` on the plans of `blame`."""

    def __init__(self, blame: Blame, rows: DomainRows | ThreeWayRows) -> None:
        self._blame, self._rows = blame, rows

    @property
    def counts(self) -> Sequence[Piece]:
        """The counts of plans and of wrong results, and whether plans were translated: for the
        heading, in parts that can be on either of its lines."""
        blame = self._blame
        wrong, n_undecided = wrong_plans_text(blame), len(blame.undecided)
        parts = [wrong or f"{count_of(blame.n_judged, 'plan')} as expected"]
        parts += [f"{n_undecided} undecided"] if n_undecided else []
        first, *others = ", ".join(filter(None, (*parts, translated_text(blame)))).split(", ")
        tone = Tone.FAILING if self.go_wrong else Tone.PLAIN
        return [Piece(f"  {first}", tone), *(Piece(f", {other}", tone) for other in others)]

    @property
    def go_wrong(self) -> bool:
        """Whether plans are wrongly rejected or accepted."""
        return bool(self._blame.stopped or self._blame.let_through)

    def plans(self, row: int) -> list[PlanAt]:
        """The plans with a wrong result because of the differences in a row: those rejected first,
        then those that would be rejected later, then those accepted. In the title of an action, for
        all of its differences."""
        blame, numbers = self._blame, self._rows.differences(row)
        stopped = (*blame.stopped_by(numbers), *blame.stopped_later_by(numbers))
        return [
            *(PlanAt(plan.case, plan.plan, plan.first.step) for plan in stopped),
            *(PlanAt(plan.case, plan.plan, plan.step) for plan in blame.let_through_by(numbers)),
        ]

    def first_text(self, row: int) -> str:
        """Where the first plan fails because of a difference in a row; else its effect in words,
        unless the badge shows it."""
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
        """The effects of the differences in a row, in full."""
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
    """The consequence with a shortened name of its first plan."""
    first = consequence.first
    if first is None:
        return consequence
    name = cut_in_the_middle(short_name(first.plan, 2), _MOST_NAME)
    return replace(consequence, first=replace(first, plan=name))
