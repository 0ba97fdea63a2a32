"""Reviews as text for people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from plancore.report.lines import Line, render

if TYPE_CHECKING:
    from plancore.report.review import Review


def text_report(review: Review, *, colour: bool = False, width: int | None = None) -> str:
    """The report. Longer lines are broken at `width` where it is given; nothing is cut off."""
    return render(_lines(review), colour=colour, width=width)


def _lines(review: Review) -> Iterable[Line]:
    # Only what is asked for is imported.
    if review.kind == "domain":
        from plancore.report.domain.text import domain_lines

        return domain_lines(review)
    if review.kind == "problem":
        from plancore.report.problem.text import problem_lines

        return problem_lines(review)
    from plancore.report.plan.text import plan_lines

    return plan_lines(review)
