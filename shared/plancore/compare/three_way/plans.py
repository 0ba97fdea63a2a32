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

from collections import defaultdict
from collections.abc import Hashable, Iterator
from itertools import zip_longest
from typing import NamedTuple

from plancore.compare.plans import PlanDiff, RowKind
from plancore.compare.three_way.items import Outcome, outcome_of
from plancore.model.plan import StepKey


class StepItem(NamedTuple):
    """One step on three sides, by its number from 0; None for a side that has none there."""

    outcome: Outcome
    learned: int | None
    reference: int | None
    before: int | None


def step_items(now: PlanDiff, before: PlanDiff) -> Iterator[StepItem]:
    """All steps in the order of the learned plan, as it is aligned with the reference: what it
    lacks stands where it belongs, and a step that only the plan before had behind the one that it
    followed there."""
    places = _Places(now, before)
    return iter(sorted(_items(now, before), key=places.of))


def _items(now: PlanDiff, before: PlanDiff) -> Iterator[StepItem]:
    ours, old = _Side(now), _Side(before)
    apart = ours.apart_from(old), old.apart_from(ours)
    for side, without in zip((ours, old), apart, strict=True):
        side.part_from(without)
    for step in range(len(now.reference.steps)):
        outcome = outcome_of(old.wrong.get(step), ours.wrong.get(step))
        yield StepItem(outcome, ours.at.get(step), step, old.at.get(step))
    alone = [
        (was, is_now)
        for key in old.extra | ours.extra
        for was, is_now in zip_longest(old.extra.get(key, ()), ours.extra.get(key, ()))
    ]
    for was, is_now in alone:
        outcome = outcome_of(None if was is None else "extra", None if is_now is None else "extra")
        yield StepItem(outcome, is_now, None, was)


class _Places:
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

    def of(self, item: StepItem) -> tuple[int, int, int]:
        """The row, what of it, and the how-manieth of these."""
        if item.learned is not None:
            return self._learned[item.learned], 1, 0
        if item.reference is not None:
            return self._reference[item.reference], 0, 0
        assert item.before is not None, "an item is a step of some side"
        row, number = self._before[item.before]
        return row, 2, number


class _Side:
    """How a learned plan differs: for steps of the reference `at` which of its steps stands for
    them, `wrong` how they are wrong, `instead` which other step stands in their place; and by key
    the steps that are `extra`."""

    def __init__(self, diff: PlanDiff) -> None:
        self.at: dict[int, int] = {}
        self.wrong: dict[int, Hashable] = {}
        self.instead: dict[int, StepKey] = {}
        self.extra: dict[StepKey, list[int]] = defaultdict(list)
        keys = diff.learned.step_keys
        for row in diff.rows:
            ours, theirs = row.learned, row.reference
            if theirs is None:
                if ours is not None and row.kind is RowKind.EXTRA:
                    self.extra[keys[ours]].append(ours)
                continue
            if row.kind is RowKind.MOVED:
                ours = row.other_end
            if ours is not None:
                self.at[theirs] = ours
            if row.kind is RowKind.CHANGED and ours is not None:
                self.instead[theirs] = keys[ours]
                self.wrong[theirs] = ("instead", keys[ours])
            elif row.kind is not RowKind.EQUAL:
                self.wrong[theirs] = row.kind
            elif (time := diff.time_change(row)) is not None:
                self.wrong[theirs] = time

    def apart_from(self, other: _Side) -> list[int]:
        """The steps of the reference in whose place a step stands that the other side has, too,
        and neither where the reference has it nor in that place."""
        theirs = {*other.extra, *other.instead.values()}
        return [
            step
            for step, key in self.instead.items()
            if key in theirs and other.instead.get(step) != key
        ]

    def part_from(self, steps: list[int]) -> None:
        """Let what stands in the place of these steps be extra, and the steps missing."""
        for step in steps:
            self.extra[self.instead.pop(step)].append(self.at.pop(step))
            self.wrong[step] = RowKind.MISSING
        for extra in self.extra.values():
            extra.sort()
