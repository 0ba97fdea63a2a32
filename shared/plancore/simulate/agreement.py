"""Whether two plans of one task end in the same state, whatever steps they take."""

from __future__ import annotations

from dataclasses import dataclass

from plancore.model.ground import GroundAtom
from plancore.simulate.atoms import Fluent, Value
from plancore.simulate.parts import TOTAL_COST
from plancore.simulate.trace import Trace, Verdict


@dataclass(frozen=True, slots=True)
class Agreement:
    """The agreement of two executed plans.

    `same_final_state` is None when one of them cannot be executed to its end; the facts and
    values that differ in the end are then empty. Total costs are no part of a state.
    """

    left: Verdict
    right: Verdict
    both_reach_goal: bool
    same_final_state: bool | None
    left_only: frozenset[GroundAtom] = frozenset()
    right_only: frozenset[GroundAtom] = frozenset()
    values: tuple[tuple[Fluent, Value | None, Value | None], ...] = ()
    left_cost: Value | None = None
    right_cost: Value | None = None


def agreement(left: Trace, right: Trace) -> Agreement:
    """Compare the ends of two traces of the same task."""
    both_reach_goal = left.reaches_goal and right.reaches_goal
    if not (left.executable and right.executable):
        return Agreement(
            left.verdict,
            right.verdict,
            both_reach_goal,
            None,
            left_cost=left.cost,
            right_cost=right.cost,
        )
    left_state, right_state = left.states.final, right.states.final
    fluents = sorted((left_state.values.keys() | right_state.values.keys()) - {TOTAL_COST})
    values = tuple(
        (fluent, left_state.values.get(fluent), right_state.values.get(fluent))
        for fluent in fluents
        if left_state.values.get(fluent) != right_state.values.get(fluent)
    )
    return Agreement(
        left.verdict,
        right.verdict,
        both_reach_goal,
        left_state.facts == right_state.facts and not values,
        left_state.facts - right_state.facts,
        right_state.facts - left_state.facts,
        values,
        left.cost,
        right.cost,
    )
