"""Processes, events and continuous effects: exact where they are linear, else undecided."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.simulate.trace import Trace
from support.tasks import run, task_of

_RATES = st.fractions(min_value=Fraction(1, 9), max_value=9, max_denominator=9)


def tank(rate: Fraction, cap: Fraction, plan: str, goal: str = "(full)") -> Trace:
    task = task_of(
        """(:predicates (open) (full)) (:functions (level) (rate) (cap))
        (:process fill :parameters () :precondition (open)
          :effect (increase (level) (* #t (rate))))
        (:event over :parameters () :precondition (and (open) (>= (level) (cap)))
          :effect (and (not (open)) (full)))
        (:action turn :parameters () :effect (open))
        (:durative-action drain :parameters () :duration (>= ?duration 0)
          :condition (over all (>= (level) 0)) :effect (decrease (level) (* #t 1)))""",
        f"""(:init (= (level) 0) (= (rate) {float(rate)}) (= (cap) {float(cap)})) (:goal {goal})""",
    )
    return run(task, plan)


@given(st.integers(1, 40), st.integers(1, 40))
def test_an_event_happens_when_its_condition_becomes_true(rate: int, cap: int) -> None:
    speed, most = Fraction(rate, 4), Fraction(cap, 4)
    full = 1 + most / speed
    for end, is_full in ((full + Fraction(1, 100), True), (full - Fraction(1, 100), False)):
        trace = tank(speed, most, f"1: (turn)\n{max(float(end), 1):.9f}: @PlanEND\n")
        assert trace.reaches_goal == is_full
    times = [h.time for h in tank(speed, most, "1: (turn)\n900: @PlanEND\n").happenings]
    assert full in times


@given(st.integers(1, 20), st.integers(1, 20))
def test_a_condition_over_all_breaks_where_it_becomes_false(filled: int, lasts: int) -> None:
    """The tank is filled by 2 in a unit of time for some time, and drained by 1."""
    level = Fraction(filled, 4)
    cap = level
    start = 1 + level / 2 + 1
    drain = f"{float(start):.4f}: (drain) [{float(Fraction(lasts, 2)):.4f}]"
    trace = tank(Fraction(2), cap, f"1: (turn)\n{drain}")
    if Fraction(lasts, 2) <= level:
        assert trace.verdict == "valid"
    else:
        assert trace.failing_time == start + level
        assert trace.failing_step == 2


@pytest.mark.parametrize(
    ("process", "reason"),
    [
        (":precondition (p) :effect (increase (x) (* #t (x)))", "not linear"),
        (":precondition (p) :effect (assign (x) (* #t 2))", "(assign …) with `#t`"),
        (":precondition (p) :effect (increase (x) (* #t (* #t 2)))", "unknown rate"),
        (":precondition (p) :effect (q)", "not continuous"),
        (
            ":precondition (and (p) (> (* (x) (x)) 4)) :effect (increase (x) (* #t 1))",
            "is not linear",
        ),
    ],
)
def test_what_is_not_linear_is_undecided(process: str, reason: str) -> None:
    task = task_of(
        f"""(:predicates (p) (q)) (:functions (x)) (:process grow :parameters () {process})
        (:process more :parameters () :precondition (p) :effect (increase (x) (* #t 1)))
        (:action a :parameters () :effect (p))""",
        "(:init (= (x) 3)) (:goal (p))",
    )
    trace = run(task, "1: (a)\n5: @PlanEND\n")
    assert trace.undecided is not None
    assert any(part in trace.undecided for part in reason.split("|"))


def test_an_event_that_does_not_end_its_own_condition_is_undecided() -> None:
    task = task_of(
        """(:predicates (p) (q)) (:functions (x))
        (:event e :parameters () :precondition (p) :effect (q))
        (:action a :parameters () :effect (p))""",
        "(:init (= (x) 3)) (:goal (p))",
    )
    assert "does not end its own condition" in (run(task, "1: (a)").undecided or "")


def test_a_plan_may_wait_behind_its_last_step() -> None:
    goal = "(>= (level) 4)"
    for end in ("6: @PlanEND\n", "1: -----waiting---- [5.0]\n"):
        assert tank(Fraction(1), Fraction(9), f"1: (turn)\n{end}", goal).verdict == "valid"
    assert tank(Fraction(1), Fraction(9), "1: (turn)\n", goal).verdict == "invalid"


def test_actions_of_one_time_happen_in_turn_beside_processes() -> None:
    task = task_of(
        """(:predicates (p) (q)) (:functions (x))
        (:process grow :parameters () :precondition (q) :effect (increase (x) (* #t 1)))
        (:action a :parameters () :effect (p))
        (:action b :parameters () :precondition (p) :effect (q))""",
        "(:init (= (x) 0)) (:goal (q))",
    )
    assert run(task, "1: (a)\n1: (b)").verdict == "valid"
    assert run(task, "1: (b)\n1: (a)").failing_step == 1
