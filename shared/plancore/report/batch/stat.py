"""A batch as a line for each pair that differs, with counts and a bar, as for a single pair."""

from __future__ import annotations

from collections import Counter
from typing import Final

from plancore.phrases import count_of
from plancore.report import lines
from plancore.report.batch.document import worse_text
from plancore.report.batch.review import Batch
from plancore.report.batch.row import BatchRow, PairStatus
from plancore.report.lines import Line, Piece, line, visible
from plancore.report.registry import Style
from plancore.report.tallies import MARKS, Tally, sum_text, tally_lines

_BY_SIGN: Final = {mark.sign: mark for mark in MARKS.values()}


def render(batch: Batch, style: Style) -> str:
    """The shown pairs that differ, those that were not compared, then the total."""
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
    made = [
        *tally_lines(tallies, style),
        *map(_failed, failed),
        line(f"{total}{uncounted}{not_compared}{visible(worse)}"),
    ]
    return lines.render(made, colour=style.colour)


def _tally(row: BatchRow) -> Tally:
    return Counter({_BY_SIGN[sign]: count for sign, count in row.signs.items() if sign in _BY_SIGN})


def _failed(row: BatchRow) -> Line:
    return line(f" {visible(row.name)}  ", Piece(row.mark.sign, row.mark.tone), f" {row.note}")
