"""Why steps are compared in their order although that was not to matter."""

from __future__ import annotations

from plancore.report.plan.review import PlanReview


def order_kept_text(review: PlanReview) -> str:
    """Why the steps of executed plans that commute are not aligned in any order; empty where they
    are, and for plans that were not executed."""
    if review.modulo or review.execution is None:
        return ""
    timed = review.diff.learned.timed, review.diff.reference.timed
    if all(timed):
        why = "the plans have times"
    elif any(timed):
        why = f"only the {'learned plan' if timed[0] else 'reference'} has times"
    else:
        why = "it is not known which steps commute"
    return f"the order of steps counts, for {why}"
