"""The steps that differ, as a table: a row each, for a moved block, for a fold of equal ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from plancore.compare.plans import Row, RowKind
from plancore.report.document import Block, Cell, Paragraph, Table, columns
from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.places import place_piece, short
from plancore.report.plan.review import PlanReview, PlanSide
from plancore.report.plan.steps import fold_text, foldable, remark, row_mark, step_text
from plancore.report.rows.row import Cell as RowCell
from plancore.report.rows.row import marked

MOST: Final = 400
"""A longer list is cut there, and says what is left out: nobody reads one of 10,000 lines."""


class _Range(NamedTuple):
    """Rows that are one line of the list."""

    start: int
    end: int


def step_blocks(review: PlanReview) -> Iterator[Block]:
    """The rows that differ, with a little context, the rest folded."""
    ranges = list(_ranges(review))
    rows = [_cells(review, *place) for place in ranges[:MOST]]
    yield Table(columns("", "ref.", "", "step", "line", "ref.", "", numbers=(0, 1)), rows)
    left = [row for start, end in ranges[MOST:] for row in review.diff.rows[start:end]]
    # A step that has moved has a row at either end.
    told = (row for row in left if row.move is None or row.learned is not None)
    counts = Counter(_kind(row) for row in told if review.diff.differs(row))
    if counts:
        kinds = ", ".join(f"{count} {kind}" for kind, count in counts.items())
        said = f"· not listed: {kinds}; --format side-by-side has all of them"
        yield Paragraph([line(Piece(said, Tone.DIM))])


def listed_rows(review: PlanReview) -> Iterator[int]:
    """The rows that the list has a line for; of a moved block the first."""
    rows = review.diff.rows
    for start, end in islice(_ranges(review), MOST):
        if end - start == 1 or rows[start].move is not None:
            yield start


def _kind(row: Row) -> str:
    return "at another time" if row.kind is RowKind.EQUAL else row.kind.value


def _ranges(review: PlanReview) -> Iterator[_Range]:
    """All rows: each by itself, a fold of equal ones, or a block that has moved."""
    rows, behind = review.diff.rows, 0
    for start, end in foldable(review, 2):
        # The first step of a block stands above what can be folded of it.
        first = start if rows[start].move is None else start - 1
        yield from (_Range(row, row + 1) for row in range(behind, first))
        yield _Range(first, end)
        behind = end
    yield from (_Range(row, row + 1) for row in range(behind, len(rows)))


def _cells(review: PlanReview, start: int, end: int) -> list[Cell]:
    """A line: numbers, sign and step, where it stands in both files, and what is to be said."""
    first, last = review.diff.rows[start], review.diff.rows[end - 1]
    is_block = end - start > 1
    if is_block and first.move is None:
        return ["", "", Piece("·", Tone.DIM), Piece(fold_text(review, start, end), Tone.DIM)]
    tone, sign = row_mark(review, first)
    text = _step(review, first)
    return [
        _numbers(first.learned, last.learned),
        _numbers(first.reference, last.reference),
        Piece(sign, tone),
        Piece(f"{text} … {_step(review, last)}", tone, is_code=True)
        if is_block
        else _pieces(review, first),
        _place(review.learned, first.learned),
        _place(review.reference, first.reference),
        Piece(remark(review, first), tone),
    ]


def _pieces(review: PlanReview, row: Row) -> Line:
    """The step; of one that is in both plans only the words that differ stand out."""
    tone = row_mark(review, row).tone
    ours, theirs = review.steps(row)
    if row.kind is not RowKind.CHANGED or ours is None or theirs is None:
        return (Piece(_step(review, row), tone, is_code=True),)
    cell, _ = marked(RowCell(step_text(ours)), RowCell(step_text(theirs)))
    assert cell is not None, "it has a text"
    pieces = cell.lines(Tone.PLAIN if cell.marks else tone, tone)[0]
    return tuple(piece._replace(is_code=True) for piece in pieces)


def _step(review: PlanReview, row: Row) -> str:
    """What the step says, in the learned plan's words where it has it."""
    ours, theirs = review.steps(row)
    step = ours or theirs
    return "" if step is None else step_text(step)


def _numbers(first: int | None, last: int | None) -> str:
    if first is None or last is None:
        return ""
    return str(first + 1) if first == last else f"{first + 1}–{last + 1}"


def _place(side: PlanSide, index: int | None) -> Cell:
    """`line:column` of a step; the file is named where the report begins."""
    where = side.where(index)
    return "" if where is None else place_piece(short(where), where)
