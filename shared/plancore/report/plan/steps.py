"""Texts on steps and rows of two plans, for lists and side-by-side views."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby, islice
from typing import Final, NamedTuple

from plancore.compare.plan_differences import changes
from plancore.compare.plan_differences import step_text as spelled
from plancore.compare.plans import RowKind, StepRow
from plancore.model.plan import Step
from plancore.phrases import SIDES
from plancore.report import marks
from plancore.report.document import Block, Cell, Paragraph, Table, columns
from plancore.report.files import place_piece, short_names
from plancore.report.lines import Line, Piece, Tone, cut_in_the_middle, line, visible
from plancore.report.marks import Mark
from plancore.report.plan.review import PlanReview, PlanSide
from plancore.report.rows.folding import equal_runs
from plancore.report.rows.row import Cell as RowCell
from plancore.report.rows.row import marked
from plancore.stop import NEVER, Checkpoint, watched

_MARKS: Final = {
    RowKind.EQUAL: marks.SAME,
    RowKind.MISSING: marks.MISSING,
    RowKind.EXTRA: marks.EXTRA,
    RowKind.CHANGED: marks.CHANGED,
    RowKind.MOVED: marks.MOVED,
}


def step_text(step: Step) -> str:
    """A step as spelled in the file, with its time if it has one, safe for terminals."""
    return visible(spelled(step))


def row_mark(review: PlanReview, row: StepRow) -> Mark:
    """The mark of a row; a failing step takes precedence."""
    ours, theirs = review.faults
    fails = row.learned in ours or row.reference in theirs
    return marks.FAILING if fails else difference_mark(review, row)


def difference_mark(review: PlanReview, row: StepRow) -> Mark:
    """The mark of the difference in a row; equal steps at other times are marked as changed."""
    if review.commutes(row):
        return marks.COMMUTES
    mark = _MARKS[row.kind]
    return marks.CHANGED if mark is marks.SAME and review.diff.differs(row) else mark


def remark(review: PlanReview, row: StepRow) -> str:
    """The remark on a row: why a step fails, then how the sides differ."""
    if not any(review.faults):
        return difference_text(review, row)
    return "; ".join(filter(None, (*review.failures(row), difference_text(review, row))))


def difference_text(review: PlanReview, row: StepRow) -> str:
    """How the sides of a row differ; empty if they are equal."""
    diff = review.diff
    if row.other_end is not None:
        block = block_text(review, row)
        if block is not None:
            return block
        word = "commutes" if review.commutes(row) else "moved"
        if row.learned is not None:
            return f"{word}: step {row.other_end + 1} in {SIDES.the_reference}"
        return f"{word} to step {row.other_end + 1}"
    if row.learned is None:
        return SIDES.missing
    if row.reference is None:
        return SIDES.extra
    return visible("; ".join(changes(diff, row)))


# Folds: rows of two plans shown as one line, and the text of that line.

_CONTEXT: Final = 2
"""The number of equal steps shown before and after a difference."""
_LEAST_BLOCK: Final = 3
"""A moved block of at least this many steps is one line with a fold below."""
_MOST_NAMES: Final = 3


def foldable(
    review: PlanReview, least: int, checkpoint: Checkpoint = NEVER
) -> list[tuple[int, int]]:
    """The ranges of rows that can be folded, ascending: at least `least` equal steps away from
    differences, and moved blocks except their first steps. Failing steps are never folded."""
    equal = [not review.diff.differs(row) for row in watched(review.diff.rows, checkpoint)]
    for at in review.failing_rows:
        equal[at] = False
    checkpoint()
    runs = equal_runs(equal, _CONTEXT, least)
    return sorted((*runs, *watched(_blocks(review, checkpoint), checkpoint)))


def fold_text(review: PlanReview, start: int, end: int) -> str:
    """`21 equal: drive ×9, load ×6, …`: the text of a fold over the rows from `start` to `end`."""
    rows = review.diff.rows[start:end]
    steps = [ours or its for ours, its in map(review.steps, rows)]
    names = Counter(action.name for step in steps if step for action in step.actions)
    counted = [f"{name} ×{count}" for name, count in names.most_common(_MOST_NAMES)]
    rest = ", …" if len(names) > _MOST_NAMES else ""
    what = "equal" if rows[0].move is None else "more of this block"
    return visible(f"{len(rows)} {what}: {', '.join(counted)}{rest}")


def block_text(review: PlanReview, row: StepRow) -> str | None:
    """`moved +4: 5 steps, in the reference 12–16`, for the first row of a moved block of at least
    `_LEAST_BLOCK` steps; None for any other row."""
    if row.move is None:
        return None
    move = review.diff.moves[row.move]
    is_learned = row.learned is not None
    here, there = move if is_learned else move[::-1]
    if len(here) < _LEAST_BLOCK or here[0] != (row.learned if is_learned else row.reference):
        return None
    verb = "commutes" if review.commutes(row) else "moved"
    place = f"in {SIDES.plan(is_learned=not is_learned)}"
    return f"{verb} {move.distance:+d}: {len(here)} steps, {place} {there[0] + 1}–{there[-1] + 1}"


def _blocks(review: PlanReview, checkpoint: Checkpoint) -> Iterator[tuple[int, int]]:
    """The rows of each end of a moved block, except the first."""
    failing = set(review.failing_rows)
    end = 0
    rows = watched(review.diff.rows, checkpoint)
    for (move, _), block in groupby(rows, lambda row: (row.move, row.learned is None)):
        start, end = end, end + sum(1 for _ in block)
        is_block = move is not None and end - start >= _LEAST_BLOCK
        if is_block and failing.isdisjoint(range(start + 1, end)):
            yield start + 1, end


# The steps that differ, as a table: a row for each step, moved block, or fold of equal steps.

MOST: Final = 400
"""Longer lists are cut, with a count of what is left out."""


_NAME: Final = 24
"""The maximum width of the heads of the two number columns."""


class _Range(NamedTuple):
    """Rows shown as one line of the list."""

    start: int
    end: int


def step_blocks(review: PlanReview) -> Iterator[Block]:
    """The rows that differ with some context, the rest folded."""
    ranges = list(_ranges(review))
    rows = [_cells(review, *place) for place in ranges[:MOST]]
    names = short_names(review.reference.name, review.learned.name)
    heads = [cut_in_the_middle(name, _NAME) for name in names]
    yield Table(columns(*heads, "", "step", "", numbers=(0, 1)), rows)
    left = [row for start, end in ranges[MOST:] for row in review.diff.rows[start:end]]
    # A moved step has a row at both of its places.
    told = (row for row in left if row.move is None or row.learned is not None)
    counts = Counter(_kind(row) for row in told if review.diff.differs(row))
    if counts:
        kinds = ", ".join(f"{count} {kind}" for kind, count in counts.items())
        said = f"· not listed: {kinds}; --format side-by-side has all of them"
        yield Paragraph([line(Piece(said, Tone.DIM))])


def listed_rows(review: PlanReview) -> Iterator[int]:
    """The rows that have a line in the list; of a moved block the first."""
    rows = review.diff.rows
    for start, end in islice(_ranges(review), MOST):
        if end - start == 1 or rows[start].move is not None:
            yield start


def _kind(row: StepRow) -> str:
    return "at another time" if row.kind is RowKind.EQUAL else SIDES.of_kind(row.kind)


def _ranges(review: PlanReview) -> Iterator[_Range]:
    """All rows: single ones, folds of equal ones, and moved blocks."""
    rows, behind = review.diff.rows, 0
    for start, end in foldable(review, 2):
        # The first step of a block is above its foldable rows.
        first = start if rows[start].move is None else start - 1
        yield from (_Range(row, row + 1) for row in range(behind, first))
        yield _Range(first, end)
        behind = end
    yield from (_Range(row, row + 1) for row in range(behind, len(rows)))


def _cells(review: PlanReview, start: int, end: int) -> list[Cell]:
    """A line of the list: the numbers in both files, sign, step and remark."""
    first, last = review.diff.rows[start], review.diff.rows[end - 1]
    is_block = end - start > 1
    if is_block and first.move is None:
        return ["", "", Piece("·", Tone.DIM), Piece(fold_text(review, start, end), Tone.DIM)]
    tone, sign = row_mark(review, first)
    text = _step(review, first)
    return [
        _numbers(review.reference, first.reference, last.reference),
        _numbers(review.learned, first.learned, last.learned),
        Piece(sign, tone),
        Piece(f"{text} … {_step(review, last)}", tone, is_code=True)
        if is_block
        else _pieces(review, first),
        Piece(remark(review, first), tone),
    ]


def _pieces(review: PlanReview, row: StepRow) -> Line:
    """The step; if it was changed, with only the differing words coloured."""
    tone = row_mark(review, row).tone
    ours, theirs = review.steps(row)
    if row.kind is not RowKind.CHANGED or ours is None or theirs is None:
        return (Piece(_step(review, row), tone, is_code=True),)
    cell, _ = marked(RowCell(step_text(ours)), RowCell(step_text(theirs)))
    assert cell is not None, "it has a text"
    pieces = cell.lines(Tone.PLAIN if cell.marks else tone, tone)[0]
    return tuple(piece._replace(is_code=True) for piece in pieces)


def _step(review: PlanReview, row: StepRow) -> str:
    """The text of the step, as in the learned plan if that has it."""
    ours, theirs = review.steps(row)
    step = ours or theirs
    return "" if step is None else step_text(step)


def _numbers(side: PlanSide, first: int | None, last: int | None) -> Cell:
    """The number of a step, or of the ends of a block; a link to the step."""
    if first is None or last is None:
        return ""
    text = str(first + 1) if first == last else f"{first + 1}–{last + 1}"
    return place_piece(text, side.where(first), Tone.PLAIN)
