"""Reviews as text for people."""

from __future__ import annotations

from collections.abc import Iterable

from plancore.report.domain.review import DomainReview
from plancore.report.domain.text import domain_lines
from plancore.report.lines import Line, render
from plancore.report.plan.review import PlanReview
from plancore.report.plan.text import plan_lines
from plancore.report.problem.review import ProblemReview
from plancore.report.problem.text import problem_lines
from plancore.report.review import Review


def text_report(review: Review, *, colour: bool = False, width: int | None = None) -> str:
    """The report. Longer lines are broken at `width` where it is given; nothing is cut off."""
    return render(_lines(review), colour=colour, width=width)


def _lines(review: Review) -> Iterable[Line]:
    match review:
        case DomainReview():
            return domain_lines(review)
        case ProblemReview():
            return problem_lines(review)
        case PlanReview():
            return plan_lines(review)
