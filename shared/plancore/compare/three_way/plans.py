"""The outcome of the last change of a learned plan: steps repaired, broken, or still wrong.

The learned plan as it is and as it was are compared with one reference. A step of the reference is
right if the learned plan has it in its place, at its time; it is wrong if it is missing, elsewhere,
at another time, or replaced. A step that the reference lacks is wrong; several equal ones are
identified by their order. As with literals, a step that replaces one of the reference's is one item
with it, but if the other learned plan has it elsewhere, both are separate items.

    repaired + still wrong + otherwise wrong = wrong before
    broken   + still wrong + otherwise wrong = wrong now
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from plancore.compare.difference import STEP
from plancore.compare.plans import PlanDiff, RowKind
from plancore.compare.three_way.items import Item, Side, SideText, joined
from plancore.model.plan import Plan, Step


def step_items(now: PlanDiff, before: PlanDiff) -> Iterator[Item]:
    """Yield all steps in the order of the learned plan, as it is aligned with the reference. A
    missing step is where it belongs; a step that only the earlier plan has follows the step that it
    followed there."""
    order = _Order(now, before)
    items = joined(STEP, _side(now), _side(before))
    for item in sorted(items, key=order.of):
        learned, reference, before_it = (
            None if said is None or said.step is None else plan.steps[said.step]
            for said, plan in zip(
                item.sides, (now.learned, now.reference, before.learned), strict=True
            )
        )
        is_retimed, was_retimed = _is_retimed(learned, reference), _is_retimed(before_it, reference)
        if is_retimed or was_retimed:
            item = replace(item, is_retimed=is_retimed, was_retimed=was_retimed)
        yield item


class _Order:
    """The positions of items by row of the current comparison. At a row, steps that the learned
    plan lacks come first, then its own, then those that only the earlier plan has."""

    def __init__(self, now: PlanDiff, before: PlanDiff) -> None:
        self._learned, self._reference = now.rows_by_step()
        self._before: list[tuple[int, int]] = [(-1, 0)] * len(before.learned.steps)
        """For each step of the earlier plan the row that it follows, and its index there."""
        row = -1
        for number, then in enumerate(before.rows):
            theirs = then.other_end if then.kind is RowKind.MOVED else then.reference
            if then.learned is None:
                continue
            self._before[then.learned] = row, number
            if theirs is not None:
                row = self._reference[theirs]

    def of(self, item: Item) -> tuple[int, int, int]:
        """The row, the rank of the kind of step at that row, and the order among these."""
        learned, reference, before = (None if said is None else said.step for said in item.sides)
        if learned is not None:
            return self._learned[learned], 1, 0
        if reference is not None:
            return self._reference[reference], 0, 0
        assert before is not None, "an item is a step of some side"
        row, number = self._before[before]
        return row, 2, number


def _side(diff: PlanDiff) -> Side:
    """Read the differences of a plan: the reference's steps by number, extra ones by action."""
    side = Side()
    side.references = {
        number: _side_text(diff.reference, number) for number in range(len(diff.reference))
    }
    keys = diff.learned.step_keys
    for row in diff.rows:
        ours, theirs = row.learned, row.reference
        if theirs is None:
            if ours is not None and row.kind is RowKind.EXTRA:
                side.extra.setdefault(keys[ours], []).append(_side_text(diff.learned, ours))
            continue
        if row.kind is RowKind.MOVED:
            ours = row.other_end
        if ours is not None:
            side.at[theirs] = _side_text(diff.learned, ours)
        if row.kind is RowKind.CHANGED and ours is not None:
            side.instead[theirs] = keys[ours]
        elif row.kind is RowKind.MOVED:
            side.wrong[theirs] = row.kind
        elif (time := diff.time_change(row)) is not None:
            side.wrong[theirs] = time
    return side


def _side_text(plan: Plan, number: int) -> SideText:
    step = plan.steps[number]
    return SideText(str(step), None, step.span, number)


def _is_retimed(step: Step | None, reference: Step | None) -> bool:
    """Whether two steps are the same at different times."""
    if step is None or reference is None or step.key != reference.key:
        return False
    return (step.start, step.duration) != (reference.start, reference.duration)
