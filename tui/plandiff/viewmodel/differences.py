"""The differences of two domains that a reviewer can judge, by the rows that show them."""

from __future__ import annotations

from collections.abc import Callable

from plancore.report.domain.review import DomainReview
from plancore.report.domain.subjects import Subject
from plancore.report.reviewed.marks import ReviewMark


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

    def is_done(self, row: int) -> bool:
        """Whether the difference in a row was accepted or reported."""
        subject, reviewed = self.subject(row), self.review.reviewed
        return subject is not None and reviewed is not None and reviewed.is_done(subject.name)
