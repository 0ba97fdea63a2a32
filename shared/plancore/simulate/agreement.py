"""Whether two plans of one task end in the same state, whatever steps they take."""

from __future__ import annotations

from typing import NamedTuple

from plancore.simulate.parts import TOTAL_COST
from plancore.simulate.trace import Trace


class Agreement(NamedTuple):
    """The agreement of two executed plans.

    `same_final_state` is None when one of them cannot be executed to its end. Total costs are no
    part of a state.
    """

    both_reach_goal: bool
    same_final_state: bool | None


def agreement(left: Trace, right: Trace) -> Agreement:
    """Compare the ends of two traces of the same task."""
    both_reach_goal = left.reaches_goal and right.reaches_goal
    if not (left.executable and right.executable):
        return Agreement(both_reach_goal, None)
    ours, theirs = left.states.final, right.states.final
    fluents = (ours.values.keys() | theirs.values.keys()) - {TOTAL_COST}
    same_values = all(ours.values.get(fluent) == theirs.values.get(fluent) for fluent in fluents)
    return Agreement(both_reach_goal, ours.facts == theirs.facts and same_values)
