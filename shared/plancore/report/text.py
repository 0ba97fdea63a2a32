"""Reviews as text for people."""

from __future__ import annotations

from plancore.report.domain_review import DomainReview
from plancore.report.domain_text import domain_lines
from plancore.report.lines import render
from plancore.report.plan_text import plan_lines
from plancore.report.review import Review


def text_report(review: Review, *, colour: bool = False, width: int | None = None) -> str:
    """The report. Longer lines are broken at `width` where it is given; nothing is cut off."""
    lines = domain_lines(review) if isinstance(review, DomainReview) else plan_lines(review)
    return render(lines, colour=colour, width=width)
