"""An alignment: a table for each kind of pair, then what is left over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, groupby

from plancore.correspondence.pairs import Side
from plancore.phrases import count_of
from plancore.report.alignment.behaviour import behaviour_section
from plancore.report.alignment.pair_table import HEAD, pair_rows
from plancore.report.alignment.review import AlignmentReview
from plancore.report.document import (
    Block,
    Cell,
    Detail,
    Document,
    Paragraph,
    Section,
    Table,
    columns,
)
from plancore.report.heading import names_line, note_lines
from plancore.report.lines import line


def document(alignment: AlignmentReview, _: Detail) -> Document:
    """The whole report."""
    title = names_line(alignment.learned.name, alignment.reference.name)
    said = Paragraph([*note_lines(alignment.notes), line(_summary(alignment))])
    carried = map(behaviour_section, alignment.carried)
    blocks: Iterable[Block] = chain([said], _pairs(alignment), _left_over(alignment), carried)
    return Document("Alignment", title, blocks)


def _pairs(alignment: AlignmentReview) -> Iterator[Section]:
    rows = pair_rows(alignment.pairs, alignment.ours, alignment.theirs)
    for title, of_kind in groupby(rows, lambda row: row.title):
        yield Section(title, [Table(HEAD, [row.cells for row in of_kind])])


def _summary(alignment: AlignmentReview) -> str:
    covered = [
        f"{entry.n_covered} of {entry.n_reference} {entry.kind}"
        for entry in alignment.coverage
        if entry.n_reference
    ]
    pairs = count_of(alignment.n_pairs, "pair")
    uncertain = f", {alignment.n_uncertain} of them uncertain (?)" if alignment.n_uncertain else ""
    return f"{pairs}{uncertain}; of the reference covered: {', '.join(covered) or 'nothing'}"


def _left_over(alignment: AlignmentReview) -> Iterator[Section]:
    for side in Side:
        rows: list[list[Cell]] = [
            [entry.kind, ", ".join(names)]
            for entry in alignment.coverage
            if (names := entry.learned if side is Side.LEARNED else entry.reference)
        ]
        if rows:
            title = f"without counterpart in the {side.other} domain"
            yield Section(title, [Table(columns("", ""), rows, indent=2)])
