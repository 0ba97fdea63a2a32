"""An evaluation : first what it comes to, then the review that plandiff shows, then what
each further metric says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from plancore.compare.alignment import alignment_of
from plancore.report.document import Block, Cell, Detail, Document, Section, Table, columns
from plancore.report.domain import document as domain
from plancore.report.domain.basis import basis
from plancore.report.evaluation.headline import MOST_LISTED, HeadlineRow, headline_rows
from plancore.report.evaluation.review import Evaluation
from plancore.report.heading import names_line
from plancore.report.layout import document_lines
from plancore.report.lines import Line, Piece, Tone, folded
from plancore.report.passages import measured_sections

_ROWS: Final = 24
_COLUMNS: Final = 80
"""The smallest screen that is common; the headline fits it however much is asked for."""


def document(evaluation: Evaluation, detail: Detail) -> Document:
    """The headline, and all that stands behind it."""
    review = evaluation.review
    title = names_line(review.learned.name, review.reference.name)
    blocks: Iterable[Block] = chain(_headline(evaluation, detail), _sections(evaluation, detail))
    return Document("Evaluation", title, blocks)


def _sections(evaluation: Evaluation, detail: Detail) -> Iterator[Section]:
    review = evaluation.review
    yield from domain.details(review, detail)
    if detail is Detail.FULL:
        # Drawn for pages only.
        from plancore.report.evaluation.action_map import map_sections

        yield from map_sections(evaluation)
    measured = chain(review.measured, evaluation.measured)
    yield from measured_sections(measured, basis(alignment_of(review.diff)), detail)
    if evaluation.repair is not None:
        # Imported by who has plans.
        from plancore.report.repair.document import section as repaired

        yield repaired(evaluation.repair)
    if evaluation.solving is not None:
        # Imported by who has planners.
        from plancore.report.solve.document import section as solved

        yield solved(evaluation.solving, detail)


def headline(evaluation: Evaluation) -> str:
    """The verdict on the domain."""
    return domain.verdict_text(evaluation.review)


def headline_lines(evaluation: Evaluation) -> Iterator[Line]:
    """Which files, the verdict, and a line for each thing that was measured."""
    review = evaluation.review
    title = names_line(review.learned.name, review.reference.name)
    return document_lines(Document("Evaluation", title, _headline(evaluation)))


def _headline(evaluation: Evaluation, detail: Detail = Detail.DEFAULT) -> list[Block]:
    """The verdict, and a row for each thing that was measured: as many differences to blame and
    edits as a small screen has room for."""
    review = evaluation.review
    title = names_line(review.learned.name, review.reference.name)
    heading = list(domain.beginning(review, detail))
    for most in range(MOST_LISTED, -1, -1):
        rows = [list(_cells(row)) for row in headline_rows(evaluation, most)]
        blocks: list[Block] = [*heading, Section("", [Table(columns("", ""), rows, indent=2)])]
        said = document_lines(Document("", title, blocks))
        if sum(1 for whole in said for _ in folded(whole, _COLUMNS)) <= _ROWS:
            break
    return blocks


def _cells(row: HeadlineRow) -> Iterator[Cell]:
    yield Piece(row.title, Tone.TITLE)
    yield Piece(row.text, Tone.CHANGED if row.is_finding else Tone.PLAIN)
