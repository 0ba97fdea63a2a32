"""A review as a line for each action that differs, with counts and a bar, as in `git diff --stat`.

A line of a change counts its outcomes; a batch has a line for each pair that differs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from plancore.compare.difference import STEP
from plancore.phrases import count_of
from plancore.report import lines
from plancore.report.differences import Entry, entries_of
from plancore.report.lines import Piece, line, visible
from plancore.report.registry import Style
from plancore.report.tallies import MARKS, Tally, sum_text, tally_lines

if TYPE_CHECKING:
    from plancore.report.batch.review import Batch
    from plancore.report.batch.row import BatchRow
    from plancore.report.lines import Line
    from plancore.report.review import Review
    from plancore.report.threeway.review import AnyReview

_BY_SIGN: Final = {mark.sign: mark for mark in MARKS.values()}
_NAME: Final = re.compile(r"\(([^\s()]+)")


def render(report: Review | Batch, style: Style) -> str:
    """The lines, then the total."""
    if report.kind == "batch":
        made = _of_batch(report, style)
    elif report.kind == "threeway" or report.kind == "change":
        made = _of_change(report, style)
    else:
        made = _of_review(report, style)
    return lines.render(made, colour=style.colour)


def _of_review(review: Review, style: Style) -> list[Line]:
    """The lines of a review. A difference in several actions counts once in the total."""
    tallies: dict[str, Tally] = {}
    entries = entries_of(review)
    for entry in entries:
        for name in dict.fromkeys(_names(entry)):
            tallies.setdefault(name, Counter())[MARKS[entry.difference.kind]] += 1
    whole = sum_text(tallies.values(), Counter(MARKS[each.difference.kind] for each in entries))
    if review.kind == "plan" and review.alignment_text:
        whole += f"; {review.alignment_text}"
    return [*tally_lines(tallies, style), line(whole)]


def _names(entry: Entry) -> Iterator[str]:
    """The actions or sections that a difference is in; for a step, its action."""
    difference = entry.difference
    step = _NAME.match(difference.learned or difference.reference or "")
    if difference.part == STEP and step is not None:
        yield step[1]
        return
    for single in difference.singles:
        yield single.subject or entry.learned.name


def _of_change(review: AnyReview, style: Style) -> list[Line]:
    """The lines of a change, with the signs of the text format."""
    from plancore.compare.three_way.items import Outcome
    from plancore.report.threeway import messages

    tallies: dict[str, Tally] = {}
    for each in review.differences:
        if each.item is not None:
            name = each.part if review.kind == "change" else each.subject
            tallies.setdefault(name, Counter())[messages.MARKS[each.item.outcome]] += 1
    order = [mark for outcome, mark in messages.MARKS.items() if outcome is not Outcome.UNCHANGED]
    return [*tally_lines(tallies, style, order, order[:2]), *messages.summary_lines(review)]


def _of_batch(batch: Batch, style: Style) -> list[Line]:
    """The shown pairs that differ, those that were not compared, then the total."""
    from plancore.report.batch.document import worse_text
    from plancore.report.batch.row import PairStatus

    rows = [row for row in batch.shown if row.status is not PairStatus.FAILED]
    tallies = {row.name: tally for row in rows if (tally := _tally(row))}
    failed = [row for row in batch.shown if row.status is PairStatus.FAILED]
    # Runs saved by an earlier version have no counts.
    n_uncounted = sum(row.status is PairStatus.DIFFERENT and not row.signs for row in rows)
    uncounted = (
        f"; {count_of(n_uncounted, 'pair')} not counted, but different" if n_uncounted else ""
    )
    not_compared = f"; {count_of(len(failed), 'pair')} not compared" if failed else ""
    worse = "" if batch.baseline is None else f"; {worse_text(batch)}"
    total = sum_text(tallies.values(), of="pair")
    return [
        *tally_lines(tallies, style),
        *map(_failed, failed),
        line(f"{total}{uncounted}{not_compared}{visible(worse)}"),
    ]


def _tally(row: BatchRow) -> Tally:
    return Counter({_BY_SIGN[sign]: count for sign, count in row.signs.items() if sign in _BY_SIGN})


def _failed(row: BatchRow) -> Line:
    return line(f" {visible(row.name)}  ", Piece(row.mark.sign, row.mark.tone), f" {row.note}")
