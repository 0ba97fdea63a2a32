"""What the last change of a learned domain did, as a line for each action with counts and a bar."""

from __future__ import annotations

from collections import Counter

from plancore.compare.three_way.items import Outcome
from plancore.report import lines
from plancore.report.registry import Style
from plancore.report.tallies import Tally, tally_lines
from plancore.report.threeway.review import ThreeWayReview
from plancore.report.threeway.words import MARKS, summary_lines


def render(review: ThreeWayReview, style: Style) -> str:
    """The lines, then the sum. The signs are those of the text: `✓` repaired, `✗` broken, `!` still
    wrong, `?` otherwise wrong."""
    groups = [(action.name, action.items) for action in review.result.actions]
    groups += [(f":{item.part}", (item,)) for item in review.result.declarations]
    tallies: dict[str, Tally] = {}
    for name, items in groups:
        told = [item.outcome for item in items if item.outcome is not Outcome.UNCHANGED]
        if told:
            tallies.setdefault(name, Counter()).update(MARKS[outcome] for outcome in told)
    order = [mark for outcome, mark in MARKS.items() if outcome is not Outcome.UNCHANGED]
    made = [*tally_lines(tallies, style, order, order[:2]), *summary_lines(review)]
    return lines.render(made, colour=style.colour)
