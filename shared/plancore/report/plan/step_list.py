"""The list of the steps that differ, as lines.

It may have 200,000 rows. So a row is kept as a few texts until the widest are known, and only then
put into pieces; `table` makes, measures and keeps every cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from plancore.compare.plans import Row
from plancore.model.plan import Step
from plancore.report.lines import Line, Piece, Tone, cell_width, visible
from plancore.report.marks import Mark
from plancore.report.plan.review import PlanReview
from plancore.report.plan.steps import fold_text, remark, row_mark, step_text
from plancore.report.rows.folding import equal_runs
from plancore.report.table import fills

_CONTEXT: Final = 2
"""So many equal steps are listed before and after a difference."""

_FOLD: Final = Mark(Tone.DIM, "·")
_REFERENCE: Final = "ref."
_STEP: Final = "step"
_GAP: Final = Piece("  ")


_Entry: TypeAlias = tuple[str, str, Mark, str, str, str]
"""A row: the numbers of its steps, its mark, the step in the tone of that, remark, places."""


def step_lines(review: PlanReview) -> Iterator[Line]:
    """The rows that differ, with a little context; the rest folded."""
    entries = list(_entries(review))
    learned, reference, marks, steps, remarks, _ = zip(*entries, strict=True)
    fill = (
        fills(learned),
        fills(reference, len(_REFERENCE)),
        fills(steps, len(_STEP)),
        fills(remarks),
    )
    ours, theirs, widest, remarked = (
        cell_width(column[0] + blanks[0])
        for column, blanks in zip((learned, reference, steps, remarks), fill, strict=True)
    )
    yield (
        Piece(" " * (ours + theirs + 2 - len(_REFERENCE))),
        Piece(_REFERENCE, Tone.DIM),
        Piece(" " * 5),
        Piece(_STEP, Tone.DIM),
        Piece(" " * (widest - len(_STEP) + remarked + 4)),
        Piece("where", Tone.DIM),
    )
    signs = {mark: Piece(mark.sign, mark.tone) for mark in set(marks)}
    for (number, its, mark, step, words, places), a, b, c, d in zip(entries, *fill, strict=True):
        yield (
            Piece(f"{a}{number}  {b}{its}  "),
            signs[mark],
            _GAP,
            Piece(step, mark.tone),
            Piece(f"{c}  {words}{d}  "),
            Piece(places, Tone.DIM),
        )


def _entries(review: PlanReview) -> Iterator[_Entry]:
    rows = review.diff.rows
    listed = 0
    for start, end in equal_runs([not review.diff.differs(row) for row in rows], _CONTEXT, 1):
        yield from (_entry(review, row) for row in rows[listed:start])
        yield "", "", _FOLD, fold_text(review, start, end), "", ""
        listed = end
    yield from (_entry(review, row) for row in rows[listed:])


def _entry(review: PlanReview, row: Row) -> _Entry:
    step: Step | None = None
    number = its = places = ""
    _, ours, theirs, _ = row
    if theirs is not None:
        step, its = review.reference.plan.steps[theirs], str(theirs + 1)
        places = review.reference.label(theirs)
    if ours is not None:
        step, number = review.learned.plan.steps[ours], str(ours + 1)
        place = review.learned.label(ours)
        places = f"{place}, {places}" if places else place
    text = "" if step is None else step_text(step)
    return number, its, row_mark(review, row), text, remark(review, row), visible(places)
