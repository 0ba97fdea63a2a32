"""An evaluation as text: first what it comes to, then the review that plandiff shows, then what
each further metric says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.compare.alignment import alignment_of
from plancore.report.document import Detail
from plancore.report.domain import text as domain
from plancore.report.domain.basis import basis
from plancore.report.evaluation.headline import MOST_LISTED, HeadlineRow, headline_rows
from plancore.report.evaluation.review import Evaluation
from plancore.report.layout import block_lines
from plancore.report.lines import Line, Piece, Tone, folded, visible
from plancore.report.passages import measured_lines
from plancore.report.table import Cell, table

_ROWS: Final = 24
_COLUMNS: Final = 80
"""The smallest screen that is common; the headline fits it however much is asked for."""


def lines(evaluation: Evaluation) -> Iterator[Line]:
    """The headline, and all that stands behind it."""
    yield from headline_lines(evaluation)
    yield from domain.details(evaluation.review)
    yield from measured_lines(evaluation.measured, basis(alignment_of(evaluation.review.diff)))
    if evaluation.repair is not None:
        # Imported by who has plans.
        from plancore.report.repair.document import section

        yield from block_lines(section(evaluation.repair))
    if evaluation.solving is not None:
        # Imported by who has planners.
        from plancore.report.solve.document import section as solved

        yield from block_lines(solved(evaluation.solving, Detail.DEFAULT))


def headline(evaluation: Evaluation) -> str:
    """The verdict on the domain."""
    return domain.verdict_text(evaluation.review)


def headline_lines(evaluation: Evaluation) -> Iterator[Line]:
    """Which files, the verdict, and a line for each thing that was measured: as many differences
    to blame and edits as a small screen has room for."""
    heading = [*domain.heading_lines(evaluation.review), ()]
    for most in range(MOST_LISTED, -1, -1):
        rows = headline_rows(evaluation, most)
        said = [*heading, *table([["", *_cells(row)] for row in rows])]
        if sum(1 for whole in said for _ in folded(whole, _COLUMNS)) <= _ROWS:
            break
    yield from said


def _cells(row: HeadlineRow) -> Iterator[Cell]:
    yield Piece(row.title, Tone.TITLE)
    yield Piece(visible(row.text), Tone.CHANGED if row.is_finding else Tone.PLAIN)
