"""A step and a row of two plans in words: what lists and rows show of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.compare.plan_differences import changes
from plancore.compare.plan_differences import step_text as spelled
from plancore.compare.plans import Row, RowKind
from plancore.model.plan import Step
from plancore.report import marks
from plancore.report.lines import visible
from plancore.report.marks import Mark
from plancore.report.plan.failure import Faults
from plancore.report.plan.folds import block_text
from plancore.report.plan.review import PlanReview

_MARKS: Final = {
    RowKind.EQUAL: marks.SAME,
    RowKind.MISSING: marks.MISSING,
    RowKind.EXTRA: marks.EXTRA,
    RowKind.CHANGED: marks.CHANGED,
    RowKind.MOVED: marks.MOVED,
}
_SIDES: Final = ("learned", "reference")


def step_text(step: Step) -> str:
    """A step as the file spells it, with its time where it has one, for a terminal."""
    return visible(spelled(step))


def row_mark(review: PlanReview, row: Row) -> Mark:
    """The mark of a row: that a step of it fails goes before all others."""
    ours, theirs = review.faults
    fails = row.learned in ours or row.reference in theirs
    return marks.FAILING if fails else difference_mark(review, row)


def difference_mark(review: PlanReview, row: Row) -> Mark:
    """How the sides of a row differ; equal steps at other times are marked as changed."""
    if review.commutes(row):
        return marks.COMMUTES
    mark = _MARKS[row.kind]
    return marks.CHANGED if mark is marks.SAME and review.diff.differs(row) else mark


def remark(review: PlanReview, row: Row) -> str:
    """What is to be said of a row: why a step of it fails, then how its sides differ."""
    if not any(review.faults):
        return difference_text(review, row)
    return "; ".join(filter(None, (*failures(review, row), difference_text(review, row))))


def failures(review: PlanReview, row: Row) -> Iterator[str]:
    """Why each step fails that does; whose it is, if there are two."""
    has_both = row.learned is not None and row.reference is not None
    for name, (step, reasons) in zip(_SIDES, _with_faults(review, row), strict=True):
        if step in reasons:
            yield f"{name} fails: {reasons[step]}" if has_both else f"fails: {reasons[step]}"


def _with_faults(
    review: PlanReview, row: Row
) -> tuple[tuple[int | None, Faults], tuple[int | None, Faults]]:
    ours, theirs = review.faults
    return (row.learned, ours), (row.reference, theirs)


def difference_text(review: PlanReview, row: Row) -> str:
    """How the sides of a row differ; nothing of equal ones."""
    diff = review.diff
    if row.other_end is not None:
        block = block_text(review, row)
        if block is not None:
            return block
        word = "commutes" if review.commutes(row) else "moved here"
        if row.learned is not None:
            return f"{word}, in the reference step {row.other_end + 1}"
        return f"{word.removesuffix(' here')} to step {row.other_end + 1}"
    if row.learned is None:
        return "missing"
    if row.reference is None:
        return "extra"
    return visible("; ".join(changes(diff, row)))
