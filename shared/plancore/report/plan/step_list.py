"""The list of the steps that differ, as lines.

It may have 200,000 rows. So a row is kept as a few texts until the widest are known, and only then
put into pieces; `table` makes, measures and keeps every cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from plancore.compare.plans import Row
from plancore.report.lines import Line, Piece, Tone, cell_width, visible
from plancore.report.marks import Mark
from plancore.report.plan.review import PlanReview
from plancore.report.plan.steps import fold_text, remark, row_mark, step_text
from plancore.report.rows.folding import equal_runs

_CONTEXT: Final = 2
"""So many equal steps are listed before and after a difference."""

_FOLD: Final = Mark(Tone.DIM, "·")
_REFERENCE: Final = "ref."
_STEP: Final = "step"
_GAP: Final = Piece("  ")


class _Entry(NamedTuple):
    """A row: the numbers of its steps, its mark, the step in the tone of that, remark, places."""

    learned: str
    reference: str
    mark: Mark
    step: str
    remark: str = ""
    places: str = ""


def step_lines(review: PlanReview) -> Iterator[Line]:
    """The rows that differ, with a little context; the rest folded."""
    entries = list(_entries(review))
    ours = _widest(entry.learned for entry in entries)
    theirs = max(len(_REFERENCE), _widest(entry.reference for entry in entries))
    steps = max(len(_STEP), _widest(entry.step for entry in entries))
    remarks = _widest(entry.remark for entry in entries)
    yield (
        Piece(" " * (ours + theirs + 2 - len(_REFERENCE))),
        Piece(_REFERENCE, Tone.DIM),
        Piece(" " * 5),
        Piece(_STEP, Tone.DIM),
        Piece(" " * (steps - len(_STEP) + remarks + 4)),
        Piece("where", Tone.DIM),
    )
    for learned, reference, (tone, sign), step, remarked, places in entries:
        before, after = steps - cell_width(step) + 2, remarks - cell_width(remarked) + 2
        yield (
            Piece(f"{learned:>{ours}}  {reference:>{theirs}}  "),
            Piece(sign, tone),
            _GAP,
            Piece(step, tone),
            Piece(f"{' ' * before}{remarked}{' ' * after}"),
            Piece(places, Tone.DIM),
        )


def _widest(texts: Iterable[str]) -> int:
    return max(map(cell_width, texts), default=0)


def _entries(review: PlanReview) -> Iterator[_Entry]:
    rows = review.diff.rows
    listed = 0
    for start, end in equal_runs([not review.diff.differs(row) for row in rows], _CONTEXT, 1):
        yield from (_entry(review, row) for row in rows[listed:start])
        yield _Entry("", "", _FOLD, fold_text(review, start, end))
        listed = end
    yield from (_entry(review, row) for row in rows[listed:])


def _entry(review: PlanReview, row: Row) -> _Entry:
    ours, theirs = review.steps(row)
    step = ours or theirs
    places = []
    if row.learned is not None:
        places.append(review.learned.label(row.learned))
    if row.reference is not None:
        places.append(review.reference.label(row.reference))
    return _Entry(
        "" if row.learned is None else str(row.learned + 1),
        "" if row.reference is None else str(row.reference + 1),
        row_mark(review, row),
        "" if step is None else step_text(step),
        remark(review, row),
        visible(", ".join(places)),
    )
