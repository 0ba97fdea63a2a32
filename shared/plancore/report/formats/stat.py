"""A review as a line for each action that differs, with counts and a bar, as `git diff --stat`."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from plancore.report import lines
from plancore.report.lines import line
from plancore.report.registry import Style
from plancore.report.review import Review
from plancore.report.review_findings import ReviewFinding, findings_of
from plancore.report.tallies import MARKS, Tally, sum_text, tally_lines

_NAME: Final = re.compile(r"\(([^\s()]+)")


def render(review: Review, style: Style) -> str:
    """The lines, then the sum."""
    tallies: dict[str, Tally] = {}
    for finding in findings_of(review):
        tallies.setdefault(_subject(finding), Counter())[MARKS[finding.kind]] += 1
    whole = sum_text(tallies.values())
    if review.kind == "plan" and review.alignment_text:
        whole += f"; {review.alignment_text}"
    made = [*tally_lines(tallies, style), line(whole)]
    return lines.render(made, colour=style.colour)


def _subject(finding: ReviewFinding) -> str:
    """The action, or section; of a step its action."""
    step = _NAME.match(finding.learned or finding.reference or "")
    is_step = finding.part == "step" and step is not None
    return step[1] if is_step and step else finding.subject or finding.spot.file.name
