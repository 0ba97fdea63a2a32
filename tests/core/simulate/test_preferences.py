"""Preferences and trajectory constraints of PDDL 3."""

from __future__ import annotations

from typing import Any

import pytest

from plancore.simulate.queries import Test, compile_test
from plancore.simulate.task import Task
from support.tasks import run, task_of

DOMAIN = """
(:requirements :adl :constraints :preferences)
(:predicates (at ?x) (seen ?x) (dark))
(:action go :parameters (?x ?y) :precondition (and (at ?x) (preference light (not (dark))))
  :effect (and (not (at ?x)) (at ?y) (seen ?y)))
(:action dim :parameters () :effect (dark))
(:action shine :parameters () :effect (not (dark)))
"""


def task(constraints: str = "", goal: str = "(and)", metric: str = "") -> Task:
    return task_of(
        DOMAIN,
        f"""(:objects a b c) (:init (at a)) (:goal {goal})
        {f"(:constraints {constraints})" if constraints else ""} {metric}""",
    )


WALK = "(go a b) (go b c) (go c b) (go b a)"


@pytest.mark.parametrize(
    ("constraint", "met"),
    [
        ("(always (not (dark)))", True),
        ("(always (at a))", False),
        ("(sometime (at c))", True),
        ("(sometime (dark))", False),
        ("(at end (at a))", True),
        ("(at end (at b))", False),
        ("(within 2 (at c))", True),
        ("(within 1 (at c))", False),
        ("(at-most-once (at c))", True),
        ("(at-most-once (at b))", False),
        ("(at-most-once (dark))", True),
        ("(sometime-after (at c) (at a))", True),
        ("(sometime-after (at a) (dark))", False),
        ("(sometime-after (dark) (dark))", True),
        ("(sometime-before (at c) (at b))", True),
        ("(sometime-before (at b) (at c))", False),
        ("(always-within 2 (at c) (at a))", True),
        ("(always-within 1 (at c) (at a))", False),
        ("(hold-during 1 2 (at b))", True),
        ("(hold-during 1 3 (at b))", False),
        ("(hold-after 3 (not (at c)))", True),
        ("(hold-after 2 (not (at c)))", False),
        ("(forall (?x) (sometime (at ?x)))", True),
        ("(forall (?x) (at-most-once (at ?x)))", False),
        ("(forall (?x) (sometime (exists (?y) (and (at ?x) (not (= ?x ?y))))))", True),
        ("(forall (?x) (always (exists (?y) (and (at ?y) (not (= ?x ?y))))))", False),
        ("(forall (?x) (forall (?y) (sometime-after (at ?x) (or (at ?y) (seen b)))))", True),
        ("(forall (?x) (forall (?y) (sometime-after (at ?x) (at ?y))))", False),
        ("(and (sometime (at c)) (always (at a)))", False),
    ],
)
def test_hard_constraints_decide_the_verdict(constraint: str, met: bool) -> None:
    trace = run(task(constraint), WALK)
    assert trace.verdict == ("valid" if met else "invalid"), trace.reason
    assert met or "trajectory constraint" in (trace.reason or "")


def test_violated_preferences_count_in_the_metric() -> None:
    constraints = """(and (preference far (sometime (at c))) (preference calm (always (at a)))
                          (forall (?x) (preference all (sometime (seen ?x)))))"""
    goal = "(and (seen b) (preference home (at a)) (preference out (and (at b) (dark))))"
    metric = """(:metric minimize (+ (is-violated far) (* 10 (is-violated calm))
      (* 100 (is-violated all)) (* 1000 (is-violated home)) (* 10000 (is-violated out))))"""
    trace = run(task(constraints, goal, metric), "(go a b) (go b a)")
    assert trace.verdict == "valid"
    assert trace.violations == {"light": 0, "far": 1, "calm": 1, "all": 1, "home": 0, "out": 1}
    assert trace.value == 10111


def test_preferences_of_preconditions_count_each_time() -> None:
    metric = "(:metric minimize (is-violated light))"
    trace = run(task(metric=metric), "(go a b) (dim) (go b a) (go a b) (shine) (go b a)")
    assert (trace.verdict, trace.value) == ("valid", 2)


def test_a_constraint_is_compiled_once_for_all_its_instances(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compiled: list[object] = []

    def counted(*arguments: Any) -> Test:
        compiled.append(arguments)
        return compile_test(*arguments)

    monkeypatch.setattr("plancore.simulate.outcome.compile_test", counted)
    inner = "(forall (?z) (sometime (exists (?u) (and (at ?u) (not (= ?u ?x))))))"
    trace = run(task(f"(forall (?x ?y) (preference p {inner}))"), "")
    assert trace.violations["p"] == 3
    assert len(compiled) == 1


def test_times_of_timed_plans_count() -> None:
    soon = task("(within 5 (at b))")
    assert run(soon, "0: (dim)\n4: (go a b)").verdict == "valid"
    assert run(soon, "0: (dim)\n6: (go a b)").verdict == "invalid"


def test_nested_constraints_are_undecided() -> None:
    trace = run(task("(always (sometime (at a)))"), WALK)
    assert trace.verdict == "undecided"
