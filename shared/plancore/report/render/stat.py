"""A review as a line for each action that differs, with counts and a bar, as in `git diff
--stat`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from plancore.compare.difference import STEP
from plancore.report import lines
from plancore.report.differences import Entry, entries_of
from plancore.report.lines import line
from plancore.report.registry import Style
from plancore.report.tallies import MARKS, Tally, sum_text, tally_lines

if TYPE_CHECKING:
    from plancore.report.review import Review

_NAME: Final = re.compile(r"\(([^\s()]+)")


def render(review: Review, style: Style) -> str:
    """The lines, then the total. A difference in several actions, such as an extra predicate, has a
    sign in each of their lines, but counts once in the total."""
    tallies: dict[str, Tally] = {}
    entries = entries_of(review)
    for entry in entries:
        for name in dict.fromkeys(_names(entry)):
            tallies.setdefault(name, Counter())[MARKS[entry.difference.kind]] += 1
    whole = sum_text(tallies.values(), Counter(MARKS[each.difference.kind] for each in entries))
    if review.kind == "plan" and review.alignment_text:
        whole += f"; {review.alignment_text}"
    made = [*tally_lines(tallies, style), line(whole)]
    return lines.render(made, colour=style.colour)


def _names(entry: Entry) -> Iterator[str]:
    """The actions or sections that a difference is in; for a step, its action."""
    difference = entry.difference
    step = _NAME.match(difference.learned or difference.reference or "")
    if difference.part == STEP and step is not None:
        yield step[1]
        return
    for single in difference.singles:
        yield single.subject or entry.learned.name
