"""The differences of two domains that a reviewer can judge, by the rows that show them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from plancore.report.domain.review import DomainReview
from plancore.report.domain.subjects import Subject
from plancore.report.reviewed.marks import ReviewMark, ReviewState, state_text


class Differences:
    """What is marked, noted, and taken over from the reference: the difference in each row."""

    def __init__(self, review: DomainReview, subject_at: Callable[[int], Subject | None]) -> None:
        self.review = review
        """The learned domain as it is, beside its reference."""
        self._subject_at = subject_at

    def subject(self, row: int) -> Subject | None:
        """The difference in a row; None where there is none, or several."""
        return self._subject_at(row)

    def mark(self, subject: Subject) -> ReviewMark:
        """What was said of a difference."""
        reviewed = self.review.reviewed
        return ReviewMark() if reviewed is None else reviewed.mark(subject.name)

    def said_of(self, rows: Sequence[int]) -> str:
        """The sign of what was said of the differences in some rows, where none of them is open:
        that they are accepted, or that any is reported."""
        reviewed = self.review.reviewed
        if reviewed is None or not reviewed.marks:
            return ""
        # What was repaired by the last change is no difference any more.
        here = filter(None, map(self.subject, rows))
        said = {mark.state: mark for mark in map(self.mark, here)}
        if not said or ReviewState.OPEN in said:
            return ""
        return state_text(said.get(ReviewState.REPORTED) or said[ReviewState.ACCEPTED])

    def is_done(self, row: int) -> bool:
        """Whether the difference in a row was accepted or reported."""
        subject, reviewed = self.subject(row), self.review.reviewed
        return subject is not None and reviewed is not None and reviewed.is_done(subject.name)
