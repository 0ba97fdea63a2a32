"""The differences of two domains that a reviewer can judge, by the rows that show them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from plancore.compare.difference import Difference
from plancore.report.domain.review import DomainReview
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
