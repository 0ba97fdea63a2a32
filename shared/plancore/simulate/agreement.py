"""Whether two plans of one task end in the same state, whatever steps they take."""

from __future__ import annotations

from typing import NamedTuple

from plancore.simulate.parts import TOTAL_COST
from plancore.simulate.trace import Trace, Verdict


class Agreement(NamedTuple):
    """The agreement of two executed plans.

    `both_reach_goal` is None when one of them does, or may, and it is not decided whether the other
    does. `same_final_state` is None when one of them cannot be executed to its end. Total costs are
    no part of a state.
    """

    both_reach_goal: bool | None
    same_final_state: bool | None


def agreement(left: Trace, right: Trace) -> Agreement:
    """Compare the ends of two traces of the same task."""
    both_reach_goal = _both(_reaches_goal(left), _reaches_goal(right))
    if not (left.executable and right.executable):
        return Agreement(both_reach_goal, None)
    ours, theirs = left.states.final, right.states.final
    fluents = (ours.values.keys() | theirs.values.keys()) - {TOTAL_COST}
    same_values = all(ours.values.get(fluent) == theirs.values.get(fluent) for fluent in fluents)
    return Agreement(both_reach_goal, ours.facts == theirs.facts and same_values)


def _reaches_goal(trace: Trace) -> bool | None:
    return None if trace.verdict is Verdict.UNDECIDED else trace.reaches_goal


def _both(left: bool | None, right: bool | None) -> bool | None:
    """Whether both are true, as far as that is decided."""
    if left is False or right is False:
        return False
    return None if left is None or right is None else True
