"""What is counted of a run, by its log."""

from __future__ import annotations

import pytest

from plancore.notation.runs.autoplanbench import read_log
from plancore.runs import Mistake, RunClass, RunFacts, facts_of
from support.run_logs import complete_plans, incremental


def _facts(log: str) -> RunFacts:
    run, _ = read_log(log, "named")
    assert run is not None
    assert run.logged is not None
    return facts_of(run, run.logged, 2)


@pytest.mark.parametrize(
    ("said", "success", "reached", "expected"),
    [
        ("+(a) done", True, True, RunClass.SOLVED),
        ("-(a) +(a) done", True, True, RunClass.SOLVED),
        ("+(a)", False, False, RunClass.NOT_REACHED_GOAL),
        ("+(a) +(b)", False, True, RunClass.NOT_RECOGNISED_GOAL),
        ("-(a) done", False, False, RunClass.NOT_EXECUTABLE),
        ("done -(a)", False, False, RunClass.WRONG_FINISH),
    ],
)
def test_classes_of_incremental_runs(
    said: str, success: bool, reached: bool, expected: RunClass
) -> None:
    log = incremental(*said.split(), success=success, reached=reached)
    assert _facts(log).run_class is expected


@pytest.mark.parametrize(
    ("plan", "success", "reached", "executable", "expected"),
    [
        ("(a)", True, True, True, RunClass.SOLVED),
        ("(a)", False, False, True, RunClass.NOT_REACHED_GOAL),
        ("(a) (b)", False, True, True, RunClass.NOT_RECOGNISED_GOAL),
        ("(a) -(b)", False, True, False, RunClass.NOT_EXECUTABLE),
    ],
)
def test_classes_of_complete_plans(
    plan: str, success: bool, reached: bool, executable: bool, expected: RunClass
) -> None:
    log = complete_plans(plan.split(), success=success, reached=reached, executable=executable)
    assert _facts(log).run_class is expected


def test_mistakes_in_their_order_and_looking_around_after_them() -> None:
    said = "look done look -(a) look look +(a) done"
    facts = _facts(incremental(*said.split(), success=True, reached=True))
    assert facts.mistakes == (Mistake.WRONG_FINISH, Mistake.NOT_EXECUTABLE)
    assert (facts.n_look_arounds, facts.n_look_arounds_after_mistakes) == (4, 2)
    assert (facts.interaction_length, facts.plan_length, facts.gold_length) == (8, 1, 2)
    assert not facts.is_without_mistake


def test_the_plan_of_a_failed_run_has_no_length() -> None:
    facts = _facts(incremental("+(a)", success=False, reached=True))
    assert (facts.interaction_length, facts.plan_length) == (1, None)


def test_attempts_before_the_one_that_succeeds_are_no_mistakes() -> None:
    plans = ["(a)", "-(b)"], ["(b)", "(a)", "(c)"]
    facts = _facts(complete_plans(*plans, success=True, reached=True, executable=True))
    assert (facts.mistakes, facts.interaction_length, facts.plan_length) == ((), 2, 3)
    assert facts.is_without_mistake
    assert facts.n_look_arounds is None
