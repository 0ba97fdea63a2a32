"""What holds only because numbers or times are taken as rounded is valid with a remark."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.model.plan import Tolerances
from plancore.notation.plans.reader import read_plan
from plancore.simulate.execute import execute
from plancore.simulate.explain import explain_goal
from plancore.simulate.task import Task
from plancore.simulate.validate import validate_text
from support.tasks import run, task_of

PUMP = """(:requirements :durative-actions :fluents :adl :constraints :preferences)
(:predicates (done) (wet) (high))
(:functions (fuel) (level))
(:derived (high) (>= (level) 7))
(:durative-action pump :parameters () :duration (= ?duration 2)
  :condition (and (at start (>= (fuel) 5)) (over all (<= (level) 7)))
  :effect (and (at end (done)) (at end (when (> (level) 6) (wet)))))
(:durative-action rest :parameters () :duration (and) :condition (over all (high))
  :effect (at end (done)))"""


def pump(fuel: str = "5", level: str = "0", goal: str = "(done)", more: str = "") -> Task:
    return task_of(PUMP, f"(:init (= (fuel) {fuel}) (= (level) {level})) (:goal {goal}) {more}")


@pytest.mark.parametrize(
    ("task", "told"),
    [
        (pump("4.99995"), "invalid at step 1: unsatisfied precondition of (pump): (>= (fuel) 5), "
                          "(fuel) = 4.99995"),
        (pump(level="7.00002"), "invalid at step 1: (pump) violates an `over all` condition: "
                                "(<= (level) 7), (level) = 7.00002"),
        (pump(goal="(= (fuel) 5.00001)"), "invalid: goal not reached: (= (fuel) 5.00001), "
                                          "(fuel) = 5"),
        (pump(level="5.99995", goal="(not (wet))"), "valid, cost 2"),
        (pump(level="5.99995", goal="(wet)"), "invalid: goal not reached: (wet)"),
        (pump("5", goal="(done)", more="(:constraints (always (>= (fuel) 5.00005)))"),
         "invalid: violated trajectory constraint: (always …)"),
    ],
)  # fmt: skip
def test_a_comparison_that_a_tolerance_decides_is_told(task: Task, told: str) -> None:
    found = validate_text(task, "0: (pump) [2]", "")
    (remark,) = found.remarks
    assert remark == f"rounding decides: with exact numbers and times the plan is {told}"


@pytest.mark.parametrize(
    "task",
    [
        pump(),
        pump(level="7", goal="(wet)"),
        # What is true anyway does not depend on the tolerance.
        pump(goal="(or (done) (= (fuel) 5.00001))"),
        pump(goal="(not (and (wet) (= (fuel) 5.00001)))"),
        pump("4", goal="(= (fuel) 5.00001)"),
    ],
)
def test_a_verdict_that_no_tolerance_decides_has_no_remark(task: Task) -> None:
    assert validate_text(task, "0: (pump) [2]", "").remarks == ()


def test_a_goal_that_holds_within_the_tolerance_is_explained_as_reached() -> None:
    trace = run(pump(goal="(= (fuel) 5.00001)"), "0: (pump) [2]")
    assert [each.holds for each in explain_goal(trace)] == [True]


def test_like_val_tells_what_only_its_tolerance_accepts() -> None:
    task = task_of(
        """(:predicates (p)) (:functions (f))
        (:action a :parameters () :precondition (> (f) 7) :effect (p))""",
        "(:init (= (f) 7)) (:goal (p))",
    )
    found = validate_text(task, "(a)", "", like_val=True)
    assert (found.verdict, len(found.remarks)) == ("valid", 1)
    assert validate_text(task, "(a)", "").verdict == "invalid"


_NEAR = st.integers(-30, 30).map(lambda off: Fraction(off, 200_000))


@given(_NEAR, _NEAR, st.sampled_from(("(done)", "(wet)", "(not (wet))", "(>= (fuel) (level))")))
def test_a_remark_is_given_exactly_if_exact_numbers_have_another_result(
    fuel: Fraction, level: Fraction, goal: str
) -> None:
    task = pump(f"{float(5 + fuel):.6f}", f"{float(6 + level):.6f}", goal)
    plan, _ = read_plan("0: (pump) [2]")
    within, exactly = (execute(task, plan, tolerances=Tolerances(t)) for t in (0.0001, 0))
    same = (within.verdict, within.failing_step) == (exactly.verdict, exactly.failing_step)
    assert (within.exactly is None) == same
    assert exactly.exactly is None


ROAD = """(:requirements :durative-actions :fluents) (:predicates (free) (seen ?x))
(:constants a b) (:functions (length))
(:durative-action go :parameters (?to) :duration {}
  :condition (at start (free)) :effect (and (at start (not (free))) (at end (free))
  (at end (seen ?to))))"""
GOAL = "(:init (free) (= (length) 3)) (:goal (and (seen a) (seen b)))"


@pytest.mark.parametrize(
    ("second", "verdict", "remarks"),
    [
        # The action may have ended before another one that is printed for the same time.
        ("3.333", "valid", ["2 durations were rounded", "rounding decides"]),
        ("3.332", "invalid@2", ["1 duration was rounded"]),
        # Printed apart, but 10/3 ends later than the second one starts.
        ("3.3332", "valid", ["2 durations were rounded", "rounding decides"]),
        ("3.334", "valid", ["2 durations were rounded"]),
        # Printed apart, and taken for one time.
        ("3.33305", "valid", ["2 durations were rounded", "rounding decides"]),
    ],
)
def test_the_end_of_a_rounded_action_among_what_is_printed_for_its_time(
    second: str, verdict: str, remarks: list[str]
) -> None:
    roads = task_of(ROAD.format("(= ?duration (/ 10 3))"), GOAL)
    found = validate_text(roads, f"0: (go a) [3.333]\n{second}: (go b) [3.333]", "")
    at = "" if found.failing_step is None else f"@{found.failing_step}"
    assert f"{found.verdict}{at}" == verdict
    told = [remark.partition(":")[0] for remark in found.remarks]
    assert [r.replace("2 durations were", "1 duration was") for r in told] == [
        r.replace("2 durations were", "1 duration was") for r in remarks
    ]


def test_times_apart_that_count_as_one_are_told_where_they_decide() -> None:
    roads = task_of(ROAD.format("(= ?duration 3)"), GOAL)
    found = validate_text(roads, "0: (go a) [3]\n3.00005: (go b) [3]", "")
    assert found.verdict == "invalid"
    assert found.remarks == (
        "rounding decides: with exact numbers and times the plan is valid, cost 6.00005",
    )
    closing = task_of(
        ROAD.format("(= ?duration 3)"),
        "(:init (free) (at 5.00005 (not (free)))) (:goal (seen a))",
    )
    late = validate_text(closing, "5: (go a) [3]", "")
    assert (late.verdict, len(late.remarks)) == ("invalid", 1)
    apart = validate_text(roads, "0: (go a) [3]\n3.001: (go b) [3]", "")
    assert (apart.verdict, apart.remarks) == ("valid", ())


@pytest.mark.parametrize(
    ("constraint", "wanted"),
    [
        ("(= ?duration (/ 10 3))", "10/3"),
        ("(>= (* 2 ?duration) 6.6664)", "(>= (* 2 ?duration) 6.6664)"),
        ("(at end (>= ?duration 3.3335))", "(>= ?duration 3.3335)"),
        ("(= ?duration 3.3331)", "3.3331"),
    ],
)
def test_every_rounded_duration_is_told(constraint: str, wanted: str) -> None:
    trace = run(task_of(ROAD.format(constraint), GOAL), "0: (go a) [3.333]")
    assert [each.wanted for each in trace.rounded] == [wanted]
    assert trace.unreached == ("(seen b)",)
