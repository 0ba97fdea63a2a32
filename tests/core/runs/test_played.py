"""Runs executed again, and where their logs say something else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.model.run import ModelRun, RunOutcome
from plancore.notation.runs.autoplanbench import read_log
from plancore.runs import RunClass, disagreements, facts_of, play
from plancore.simulate.atoms import UndecidedError
from support.run_logs import complete_plans, incremental
from support.tasks import run as executed
from support.tasks import task_of

TASK = task_of(
    """(:predicates (at ?p) (road ?p ?q) (seen ?p))
    (:action go :parameters (?p ?q) :precondition (and (at ?p) (road ?p ?q))
      :effect (and (at ?q) (not (at ?p)) (seen ?q)))""",
    "(:objects a b c) (:init (at a) (road a b) (road b c) (road c a)) (:goal (at c))",
)
ACTIONS = [f"(go {p} {q})" for p, q in ("ab", "bc", "ca", "ac")]


def _run(log: str) -> ModelRun:
    run, _ = read_log(log, "named")
    assert run is not None
    return run


def _told(log: str) -> list[str]:
    run = _run(log)
    return [
        f"{entry.step or 'run'} {entry.what}: {entry.logged} {entry.found}"
        for entry in disagreements(play(run, TASK), run)
    ]


def _class(log: str) -> RunClass:
    played = play(_run(log), TASK)
    return facts_of(played.run, played.outcome, None).run_class


def test_a_log_that_is_right() -> None:
    log = incremental(
        "+(go a b)", "look", "-(go a c)", "+(go b c)", "done", success=True, reached=True
    )
    assert _told(log) == []
    assert _class(log) is RunClass.SOLVED


def test_a_wrong_claim_that_the_log_takes_for_success() -> None:
    """Without feedback on wrong claims AutoPlanBench calls what they end a success."""
    log = incremental("+(go a b)", "done", success=True, reached=False)
    assert _told(log) == []
    assert _class(log) is RunClass.WRONG_FINISH


def test_a_right_claim_that_the_log_does_not_accept() -> None:
    log = incremental("+(go a b)", "+(go b c)", "done", "+(go c a)", success=False, reached=True)
    assert _told(log) == ["run solved: False True"]


def test_flags_that_are_wrong() -> None:
    log = incremental("-(go a b)", "+(go c a)", success=False, reached=True)
    assert _told(log) == [
        "run reached the goal: True False",
        "1 (go a b): False True",
        "2 (go c a): True False",
    ]


def test_unknown_actions_and_objects_cannot_happen() -> None:
    log = incremental("+(fly a)", "+(go a nowhere)", "+(go a)", success=False, reached=False)
    assert [line.endswith("True False") for line in _told(log)] == [True] * 3


def test_the_first_valid_plan_counts() -> None:
    plans = (["-(go b c)"], ["(go a b)", "(go b c)"])
    log = complete_plans(*plans, success=True, reached=True, executable=True)
    played = play(_run(log), TASK)
    assert played.outcome == RunOutcome(True, True, True, 1, goal_step=2)
    assert facts_of(played.run, played.outcome, None).plan_length == 2
    assert _told(log) == []


def test_a_plan_that_passes_the_goal() -> None:
    plan = ["(go a b)", "(go b c)", "(go c a)"]
    log = complete_plans(plan, success=False, reached=True, executable=True)
    assert _told(log) == []
    assert _class(log) is RunClass.NOT_RECOGNISED_GOAL


def test_a_run_without_an_attempt() -> None:
    log = complete_plans(success=False, reached=False, executable=False)
    assert play(_run(log), TASK).outcome == RunOutcome(False, False, False)


def test_tasks_in_time_are_not_executed() -> None:
    timed = task_of(
        "(:predicates (p)) (:durative-action a :parameters () :duration (= ?duration 1)"
        " :condition () :effect (at end (p)))",
        "(:init (at 5 (p))) (:goal (p))",
    )
    with pytest.raises(UndecidedError):
        play(_run(incremental("+(a)", success=False, reached=False)), timed)


@given(st.lists(st.lists(st.sampled_from(ACTIONS), max_size=5), min_size=1, max_size=3))
def test_complete_plans_are_judged_as_plans_are(plans: list[list[str]]) -> None:
    log = complete_plans(*plans, success=False, reached=False, executable=False)
    traces = [executed(TASK, "\n".join(plan)) for plan in plans]
    valid = [number for number, trace in enumerate(traces) if trace.reaches_goal]
    outcome = play(_run(log), TASK).outcome
    assert outcome.is_success == bool(valid)
    assert outcome.attempt == (valid[0] if valid else len(plans) - 1)
    assert outcome.is_executable == traces[outcome.attempt].executable


@given(st.lists(st.sampled_from([*ACTIONS, "look", "done"]), max_size=12))
def test_incremental_runs_are_judged_as_the_plan_of_what_happened_is(said: list[str]) -> None:
    words = [word if word in ("look", "done") else f"+{word}" for word in said]
    played = play(_run(incremental(*words, success=False, reached=False)), TASK)
    happened: list[str] = []
    for word, prediction in zip(said, played.run.attempts[0], strict=True):
        if word == "done":
            assert prediction.is_right == executed(TASK, "\n".join(happened)).reaches_goal
        elif word != "look":
            can = executed(TASK, "\n".join((*happened, word))).executable
            assert prediction.is_right == can
            happened += [word] * can
    assert played.outcome.reached_goal == _reaches(happened)


def _reaches(happened: Sequence[str]) -> bool:
    prefixes = ("\n".join(happened[:count]) for count in range(len(happened) + 1))
    return any(executed(TASK, prefix).reaches_goal for prefix in prefixes)


def test_playing_what_was_played_agrees_with_it() -> None:
    log = incremental("+(go a b)", "-(go c a)", "done", success=True, reached=True)
    first = play(_run(log), TASK)
    found = replace(first.run, logged=first.outcome)
    assert list(disagreements(play(found, TASK), found)) == []
