"""What is true before a row of two executed plans, on either side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from plancore.report.plan.execution import Execution
from plancore.report.plan.review import PlanReview
from plancore.simulate.state import Delta, State
from plancore.simulate.trace import Trace


class Before(NamedTuple):
    """The state of a plan before a row.

    Steps count from one, as in the file. `step` is the plan's first one in the row or below it,
    None behind the last. `previous` is the one above, with what it changed: None before the first,
    and in a plan with times, where steps overlap.
    """

    state: State
    step: int | None
    change: Delta | None
    """What the plan's step in the row changes; None where there is none, or it was not executed."""
    previous: int | None
    last_change: Delta | None


class RowStates:
    """The states of both plans. Any of them takes as long as one does in `StateSequence`."""

    def __init__(self, review: PlanReview, execution: Execution) -> None:
        learned = review.reordered_run if review.modulo else execution.runs[0]
        rows = review.diff.rows
        self._sides = (
            _side(learned, [row.learned for row in rows]),
            _side(execution.runs[1], [row.reference for row in rows]),
        )

    def before(self, row: int) -> tuple[Before | None, Before | None]:
        """The states of the learned plan and of the reference; None where there is none."""
        ours, theirs = self._sides
        return (
            None if ours is None else ours.before(row),
            None if theirs is None else theirs.before(row),
        )


@dataclass(frozen=True, slots=True)
class _Side:
    """A trace, and by row the number of the state before it, None where there is none.

    `steps` are the indices of the steps by row, `order` the same without the rows that have none.
    """

    trace: Trace
    numbers: Sequence[int | None]
    steps: Sequence[int | None]
    order: Sequence[int]

    def before(self, row: int) -> Before | None:
        number, step, states = self.numbers[row], self.steps[row], self.trace.states
        if number is None:
            return None
        if self.trace.happenings:
            return Before(
                states.state(number), None if step is None else step + 1, None, None, None
            )
        has_change = step is not None and number < len(states)
        return Before(
            states.state(number),
            self.order[number] + 1 if number < len(self.order) else None,
            states.deltas[number] if has_change else None,
            self.order[number - 1] + 1 if number else None,
            states.deltas[number - 1] if number else None,
        )


def _side(trace: Trace | None, steps: Sequence[int | None]) -> _Side | None:
    if trace is None or not trace.has_run:
        return None
    numbers: Sequence[int | None]
    if trace.happenings:
        starts = _starts(trace)
        numbers = [None if step is None else starts.get(step) for step in steps]
    else:
        numbers = [*accumulate((step is not None for step in steps[:-1]), initial=0)]
    last = len(trace.states)
    reached = [number if number is not None and number <= last else None for number in numbers]
    return _Side(trace, reached, steps, [step for step in steps if step is not None])


def _starts(trace: Trace) -> dict[int, int]:
    """For each step of a plan with times the number of the state before it starts."""
    starts: dict[int, int] = {}
    for number, happening in enumerate(trace.happenings):
        for point in happening.points:
            if point.moment != "end":
                starts.setdefault(point.step - 1, number)
    if trace.failing_step is not None:
        # What fails at its start does not happen.
        starts.setdefault(trace.failing_step - 1, len(trace.states))
    return starts
