"""An alignment as text: a table for each kind of pair, then what is left over."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from plancore.correspondence.pairs import Side
from plancore.phrases import count_of
from plancore.report.alignment.behaviour_text import behaviour_lines
from plancore.report.alignment.pair_table import HEAD, pair_rows
from plancore.report.alignment.review import AlignmentReview
from plancore.report.heading import heading, remark_lines
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.table import Cell, table


def lines(alignment: AlignmentReview) -> Iterator[Line]:
    """The whole report."""
    yield from heading(alignment.learned.name, alignment.reference.name, alignment.notes)
    yield from remark_lines(alignment.notes)
    yield line(_summary(alignment))
    rows = pair_rows(alignment.pairs, alignment.ours, alignment.theirs)
    for title, of_kind in groupby(rows, lambda row: row.title):
        yield ()
        yield line(Piece(title, Tone.TITLE))
        yield from table([HEAD, *(row.cells for row in of_kind)])
    yield from _left_over(alignment)
    for carried in alignment.carried:
        yield ()
        yield from behaviour_lines(carried)


def _summary(alignment: AlignmentReview) -> str:
    covered = [
        f"{entry.n_covered} of {entry.n_reference} {entry.kind}"
        for entry in alignment.coverage
        if entry.n_reference
    ]
    pairs = count_of(alignment.n_pairs, "pair")
    uncertain = f", {alignment.n_uncertain} of them uncertain (?)" if alignment.n_uncertain else ""
    return f"{pairs}{uncertain}; of the reference covered: {', '.join(covered) or 'nothing'}"


def _left_over(alignment: AlignmentReview) -> Iterator[Line]:
    for side in Side:
        rows: list[list[Cell]] = [
            ["", entry.kind, visible(", ".join(names))]
            for entry in alignment.coverage
            if (names := entry.learned if side is Side.LEARNED else entry.reference)
        ]
        if rows:
            yield ()
            yield line(Piece(f"without counterpart in the {side.other} domain", Tone.TITLE))
            yield from table(rows)
