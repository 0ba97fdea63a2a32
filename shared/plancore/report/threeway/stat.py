"""The outcomes of a change as a line for each action or part, with counts and a bar."""

from __future__ import annotations

from collections import Counter

from plancore.compare.three_way.items import Outcome
from plancore.report import lines
from plancore.report.differences import differences_of
from plancore.report.registry import Style
from plancore.report.tallies import Tally, tally_lines
from plancore.report.threeway.messages import MARKS, summary_lines
from plancore.report.threeway.review import AnyReview


def render(review: AnyReview, style: Style) -> str:
    """The lines, then the total. Signs are those of the text format: `✓` repaired, `✗` broken, `!`
    still wrong, `?` otherwise wrong."""
    tallies: dict[str, Tally] = {}
    for each in differences_of(review):
        if each.item is not None:
            name = each.part if review.kind == "change" else each.subject
            tallies.setdefault(name, Counter())[MARKS[each.item.outcome]] += 1
    order = [mark for outcome, mark in MARKS.items() if outcome is not Outcome.UNCHANGED]
    made = [*tally_lines(tallies, style, order, order[:2]), *summary_lines(review)]
    return lines.render(made, colour=style.colour)
