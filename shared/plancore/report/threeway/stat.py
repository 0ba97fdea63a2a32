"""What the last change of a learned file did: a line for each action or part, counts, a bar."""

from __future__ import annotations

from collections import Counter

from plancore.compare.three_way.items import Outcome
from plancore.report import lines
from plancore.report.registry import Style
from plancore.report.tallies import Tally, tally_lines
from plancore.report.threeway.review import Changed
from plancore.report.threeway.words import MARKS, summary_lines


def render(review: Changed, style: Style) -> str:
    """The lines, then the sum. The signs are those of the text: `✓` repaired, `✗` broken, `!` still
    wrong, `?` otherwise wrong."""
    tallies: dict[str, Tally] = {}
    for name, items in review.groups:
        told = [item.outcome for item in items if item.outcome is not Outcome.UNCHANGED]
        if told:
            tallies.setdefault(name, Counter()).update(MARKS[outcome] for outcome in told)
    order = [mark for outcome, mark in MARKS.items() if outcome is not Outcome.UNCHANGED]
    made = [*tally_lines(tallies, style, order, order[:2]), *summary_lines(review)]
    return lines.render(made, colour=style.colour)
