"""What every review can be asked, whatever it compares."""

from __future__ import annotations

from plancore.report.change.review import ChangeReview
from plancore.report.domain.review import DomainReview
from plancore.report.plan.review import PlanReview
from plancore.report.problem.review import ProblemReview
from plancore.report.text.review import TextReview
from plancore.report.threeway.review import ThreeWayReview

ModelReview = DomainReview | ProblemReview | PlanReview | ThreeWayReview
"""What is known of files that hold PDDL or plans."""
Review = ModelReview | ChangeReview | TextReview


def of_domains(review: Review | None) -> DomainReview | None:
    """What a review says of a learned domain as it is; None for other files."""
    if isinstance(review, ThreeWayReview):
        return review.now
    return review if isinstance(review, DomainReview) else None
