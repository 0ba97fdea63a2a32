"""What the last change of a learned plan did: steps repaired, broken, or left wrong.

There are two comparisons with one reference, of the learned plan as it is and as it was. A step of
the reference is right where the learned plan has it in its place, at its time; it is wrong where
it is missing, elsewhere, at another time, or has another step in its place. A step that the
reference lacks is wrong; which of several such steps is which is told by what they do and by their
order. As with literals, a step that stands in the place of one of the reference's is one item with
it, but where the other learned plan has it elsewhere both are items of their own.

    repaired + still wrong + otherwise wrong = wrong before
    broken   + still wrong + otherwise wrong = wrong now
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from plancore.compare.difference import STEP
from plancore.compare.plans import PlanDiff, RowKind
from plancore.compare.three_way.items import Item, SideText
from plancore.compare.three_way.joined import Side, joined
from plancore.model.plan import Plan, Step


def step_items(now: PlanDiff, before: PlanDiff) -> Iterator[Item]:
    """All steps in the order of the learned plan, as it is aligned with the reference: what it
    lacks stands where it belongs, and a step that only the plan before had behind the one that it
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
    """Where items stand: at a row of the comparison as it is, what the learned plan lacks before
    what it has there, and behind both what only the plan before had."""

    def __init__(self, now: PlanDiff, before: PlanDiff) -> None:
        self._learned, self._reference = now.rows_by_step()
        self._before: list[tuple[int, int]] = [(-1, 0)] * len(before.learned.steps)
        """For each step of the plan before the row that it stands behind, and the how-manieth it
        is in the order of that plan."""
        row = -1
        for number, then in enumerate(before.rows):
            theirs = then.other_end if then.kind is RowKind.MOVED else then.reference
            if then.learned is None:
                continue
            self._before[then.learned] = row, number
            if theirs is not None:
                row = self._reference[theirs]

    def of(self, item: Item) -> tuple[int, int, int]:
        """The row, what of it, and the how-manieth of these."""
        learned, reference, before = (None if said is None else said.step for said in item.sides)
        if learned is not None:
            return self._learned[learned], 1, 0
        if reference is not None:
            return self._reference[reference], 0, 0
        assert before is not None, "an item is a step of some side"
        row, number = self._before[before]
        return row, 2, number


def _side(diff: PlanDiff) -> Side:
    """Steps of the reference are told by their numbers, extra ones by what they do."""
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
