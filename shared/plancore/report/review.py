"""The union of all reviews."""

from __future__ import annotations

from plancore.report.domain.review import DomainReview
from plancore.report.plan.review import PlanReview
from plancore.report.problem.review import ProblemReview
from plancore.report.text.document import TextReview
from plancore.report.threeway.review import ChangeReview, ThreeWayReview

PairReview = DomainReview | ProblemReview | PlanReview
"""Reviews of two files with PDDL or plans."""
ModelReview = PairReview | ThreeWayReview
"""The same, and reviews of three domains."""
Review = ModelReview | ChangeReview | TextReview


def of_domains(review: Review | None) -> DomainReview | None:
    """The review of the current learned domain; None for other files."""
    if isinstance(review, ThreeWayReview):
        return review.now
    return review if isinstance(review, DomainReview) else None
