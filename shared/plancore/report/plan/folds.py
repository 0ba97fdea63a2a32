"""Which rows of two plans are shown as one line, and what that line says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from plancore.compare.plans import Row
from plancore.report.lines import visible
from plancore.report.plan.review import PlanReview
from plancore.report.rows.folding import equal_runs
from plancore.stop import NEVER, Checkpoint, watched

_CONTEXT: Final = 2
"""So many equal steps stay before and after a difference."""
_LEAST_BLOCK: Final = 3
"""A moved block of so many steps is one line with a fold below."""
_MOST_NAMES: Final = 3


def foldable(
    review: PlanReview, least: int, checkpoint: Checkpoint = NEVER
) -> list[tuple[int, int]]:
    """The ranges of rows that can be folded, ascending: at least `least` equal steps away from
    differences, and moved blocks but for their first steps. A step that fails is in none."""
    equal = [not review.diff.differs(row) for row in watched(review.diff.rows, checkpoint)]
    for at in review.failing_rows:
        equal[at] = False
    checkpoint()
    runs = equal_runs(equal, _CONTEXT, least)
    return sorted((*runs, *watched(_blocks(review, checkpoint), checkpoint)))


def fold_text(review: PlanReview, start: int, end: int) -> str:
    """`21 equal: drive ×9, load ×6, …`: what a fold over the rows from `start` to `end` hides."""
    rows = review.diff.rows[start:end]
    steps = [ours or its for ours, its in map(review.steps, rows)]
    names = Counter(action.name for step in steps if step for action in step.actions)
    counted = [f"{name} ×{count}" for name, count in names.most_common(_MOST_NAMES)]
    rest = ", …" if len(names) > _MOST_NAMES else ""
    what = "equal" if rows[0].move is None else "more of this block"
    return visible(f"{len(rows)} {what}: {', '.join(counted)}{rest}")


def block_text(review: PlanReview, row: Row) -> str | None:
    """`moved +4: 5 steps, in the reference 12–16`, of the row where a moved block of at least three
    steps begins; of any other row None."""
    if row.move is None:
        return None
    move = review.diff.moves[row.move]
    is_learned = row.learned is not None
    here, there = move if is_learned else move[::-1]
    if len(here) < _LEAST_BLOCK or here[0] != (row.learned if is_learned else row.reference):
        return None
    verb = "commutes" if review.commutes(row) else "moved"
    place = "in the reference" if is_learned else "in the learned plan"
    return f"{verb} {move.distance:+d}: {len(here)} steps, {place} {there[0] + 1}–{there[-1] + 1}"


def _blocks(review: PlanReview, checkpoint: Checkpoint) -> Iterator[tuple[int, int]]:
    """The rows below the first one of each end of a moved block."""
    failing = set(review.failing_rows)
    end = 0
    rows = watched(review.diff.rows, checkpoint)
    for (move, _), block in groupby(rows, lambda row: (row.move, row.learned is None)):
        start, end = end, end + sum(1 for _ in block)
        is_block = move is not None and end - start >= _LEAST_BLOCK
        if is_block and failing.isdisjoint(range(start + 1, end)):
            yield start + 1, end
