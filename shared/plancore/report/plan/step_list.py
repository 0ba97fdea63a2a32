"""The list of the steps that differ, as lines.

It may have 200,000 rows. So it is made a column at a time, and put into pieces only when the widest
texts are known; `table` makes, measures and keeps every cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from plancore.compare.plans import Row, RowKind
from plancore.report.lines import Line, Piece, Tone, cell_width
from plancore.report.marks import Mark
from plancore.report.plan.folds import fold_text, foldable
from plancore.report.plan.review import PlanReview, PlanSide
from plancore.report.plan.steps import remark, row_mark, step_text
from plancore.report.table import padded

_FOLD: Final = Mark(Tone.DIM, "·")
_REFERENCE: Final = "ref."
_STEP: Final = "step"
_LINE: Final = "line"
_HIDDEN: Final = Row(RowKind.EQUAL, None, None)


def step_lines(review: PlanReview) -> Iterator[Line]:
    """The rows that differ, with a little context; the rest folded."""
    rows, folds = _listed(review)
    ours, theirs = [row.learned for row in rows], [row.reference for row in rows]
    marks = [row_mark(review, row) for row in rows]
    steps = _steps(review, ours, theirs)
    remarks = [remark(review, row) for row in rows]
    for at, (start, end) in folds.items():
        marks[at], steps[at], remarks[at] = _FOLD, fold_text(review, start, end), ""
    columns = (
        padded(_numbers(ours), pad=str.rjust),
        padded(_numbers(theirs), len(_REFERENCE), str.rjust),
        padded(steps, len(_STEP)),
        padded(_labels(review.learned, ours), len(_LINE)),
        padded(_labels(review.reference, theirs), len(_REFERENCE)),
    )
    yield _heading(*(cell_width(column[0]) for column in columns))
    dim = Tone.DIM
    for number, its, step, place, its_place, words, (tone, sign) in zip(
        *columns, remarks, marks, strict=True
    ):
        yield (
            Piece(f"{number}  {its}  "),
            Piece(f"{sign}  {step}", tone),
            Piece(f"  {place}  {its_place}  ", dim),
            Piece(words, tone),
        )


def _heading(learned: int, reference: int, steps: int, lines: int, _: int) -> Line:
    """The titles of columns that are so wide."""
    return (
        Piece(" " * (learned + reference + 2 - len(_REFERENCE))),
        Piece(_REFERENCE, Tone.DIM),
        Piece(" " * 5),
        Piece(_STEP, Tone.DIM),
        Piece(" " * (steps - len(_STEP) + 2)),
        Piece(_LINE, Tone.DIM),
        Piece(" " * (lines - len(_LINE) + 2)),
        Piece(_REFERENCE, Tone.DIM),
    )


def _listed(review: PlanReview) -> tuple[list[Row], dict[int, tuple[int, int]]]:
    """The rows of the list. Where a fold stands there is a row without steps; with each such place
    comes the range of rows that it hides."""
    rows = review.diff.rows
    listed: list[Row] = []
    folds: dict[int, tuple[int, int]] = {}
    behind = 0
    for start, end in foldable(review, 1):
        listed += rows[behind:start]
        folds[len(listed)] = start, end
        listed.append(_HIDDEN)
        behind = end
    listed += rows[behind:]
    return listed, folds


def _numbers(indices: Sequence[int | None]) -> list[str]:
    return ["" if index is None else str(index + 1) for index in indices]


def _steps(
    review: PlanReview, ours: Sequence[int | None], theirs: Sequence[int | None]
) -> list[str]:
    """What the steps say, in the learned plan's words where it has them."""
    learned, reference = review.learned.plan.steps, review.reference.plan.steps
    return [
        step_text(learned[i]) if i is not None else "" if j is None else step_text(reference[j])
        for i, j in zip(ours, theirs, strict=True)
    ]


def _labels(side: PlanSide, indices: Sequence[int | None]) -> list[str]:
    """`line:column` of each step of a plan that is in a list; nothing for None."""
    steps = side.plan.steps
    labels = iter(side.source.labels([steps[index].at for index in indices if index is not None]))
    return ["" if index is None else next(labels) for index in indices]
