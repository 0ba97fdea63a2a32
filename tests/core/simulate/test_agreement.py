"""Where two plans lead."""

from __future__ import annotations

import pytest

from plancore.simulate.execute import Agreement, agreement
from plancore.simulate.trace import Verdict
from support.tasks import run, task_of

pytestmark = pytest.mark.server_behaviour(31)

TASK = task_of(
    """(:predicates (at ?x) (seen ?x)) (:functions (fuel) (total-cost))
    (:action go :parameters (?x ?y) :precondition (at ?x)
      :effect (and (not (at ?x)) (at ?y) (seen ?y) (increase (total-cost) 1)))
    (:action burn :parameters () :effect (decrease (fuel) 1))""",
    "(:objects a b c) (:init (at a) (seen a) (= (fuel) 5) (= (total-cost) 0)) (:goal (at c))",
)


def compared(left: str, right: str) -> Agreement:
    return agreement(run(TASK, left), run(TASK, right))


def test_two_ways_to_the_same_state() -> None:
    found = compared("(go a b) (go b c)", "(go a c) (go c b) (go b c)")
    assert (found.same_final_state, found.both_reach_goal) == (True, True)


def test_both_reach_the_goal_in_different_states() -> None:
    for other in ("(go a c)", "(burn) (go a b) (go b c)"):  # by a fact, by a value
        found = compared("(go a b) (go b c)", other)
        assert (found.same_final_state, found.both_reach_goal) == (False, True)


def test_the_same_state_need_not_reach_the_goal() -> None:
    found = compared("(burn)", "(burn)")
    assert (found.same_final_state, found.both_reach_goal) == (True, False)


def test_of_a_plan_that_is_undecided_nothing_is_said() -> None:
    odd = task_of(
        "(:predicates (at ?x)) (:action go :parameters () :effect (sometimes (at a)))",
        "(:objects a) (:init) (:goal (at a))",
    )
    trace = run(odd, "(go)")
    assert trace.verdict is Verdict.UNDECIDED
    assert agreement(trace, trace) == (None, None)
    valid, invalid = run(TASK, "(go a c)"), run(TASK, "(go a b)")
    assert agreement(trace, valid) == agreement(valid, trace) == (None, None)
    # One that does not reach the goal decides it.
    assert agreement(trace, invalid) == agreement(invalid, trace) == (False, None)


def test_a_plan_that_fails_has_no_final_state() -> None:
    found = compared("(go b c)", "(go a c)")
    assert (found.same_final_state, found.both_reach_goal) == (None, False)
