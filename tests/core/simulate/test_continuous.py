"""Processes, events and continuous effects: exact where they are linear, else undecided."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.simulate.explain import explain_step, why
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
    ("axioms", "condition", "fails_at"),
    [
        ("(:derived (full) (>= (x a) 5))", "(not (full))", 5),
        ("(:derived (full) (>= (x b) 5))", "(not (full))", None),
        ("(:derived (full) (> (x a) 6))", "(not (full))", None),
        ("(:derived (full) (exists (?t - tank) (> (x ?t) 5)))", "(not (full))", 5),
        (
            "(:derived (high ?t - tank) (> (x ?t) 5)) (:derived (full) (high a))",
            "(not (full))",
            5,
        ),
        ("(:derived (high ?t - tank) (= (x ?t) 2))", "(not (high a))", 2),
        ("(:derived (high ?t - tank) (= (x ?t) 2))", "(not (high b))", None),
        ("(:derived (same ?s ?t - tank) (= (x ?s) (x ?t)))", "(not (same a b))", 3),
        ("(:derived (full) (full))", "(forall (?t - tank) (< (x ?t) 4))", 4),
        ("(:derived (full) (full))", "(exists (?t - tank) (< (x ?t) 3.5))", None),
        ("(:derived (full) (full))", "(exists (?t - tank) (> (x ?t) 3))", 0),
    ],
)
def test_a_condition_over_all_may_be_derived_or_quantified(
    axioms: str, condition: str, fails_at: int | None
) -> None:
    """`(x a)` grows from 0 to 6, `(x b)` stays 3, and the third tank stays 0."""
    task = task_of(
        f"""(:types tank) (:predicates (full) (high ?t - tank) (same ?s ?t - tank) (q))
        (:functions (x ?t - tank)) {axioms}
        (:durative-action fill :parameters (?t - tank) :duration (= ?duration 6)
          :condition (over all {condition})
          :effect (and (increase (x ?t) (* #t 1)) (at end (q))))""",
        """(:objects a b c - tank) (:init (= (x a) 0) (= (x b) 3) (= (x c) 0)) (:goal (q))""",
    )
    trace = run(task, "0: (fill a) [6]")
    assert trace.verdict == ("valid" if fails_at is None else "invalid"), trace.reason
    assert trace.failing_time == fails_at


@pytest.mark.parametrize(
    ("effect", "condition", "told"),
    [
        ("increase", "(<= (x) 5)", "(<= (x) 5), true only until time 5, when (x) = 5"),
        ("decrease", "(>= (x) -5)", "(>= (x) -5), true only until time 5, when (x) = -5"),
        (
            "increase",
            "(and (>= (x) 0) (<= (x) (y)))",
            "(<= (x) (y)), true only until time 5, when (x) = 5, (y) = 5",
        ),
        (
            "increase",
            "(< (x) 5)",
            "(< (x) 5), (x) = 5 since a process, an event or a continuous effect",
        ),
    ],
)
def test_the_reason_says_whether_a_condition_over_all_is_true_where_it_breaks(
    effect: str, condition: str, told: str
) -> None:
    task = task_of(
        f"""(:functions (x) (y))
        (:durative-action a :parameters () :duration (= ?duration 6)
          :condition (over all {condition}) :effect ({effect} (x) (* #t 1)))""",
        "(:init (= (x) 0) (= (y) 5)) (:goal (and))",
    )
    trace = run(task, "0: (a) [6]")
    assert trace.failing_time == 5
    assert why(trace) == f"(a) violates an `over all` condition: {told}"
    (report,) = explain_step(trace, 1)
    assert not report.applicable
    assert [c.holds for c in report.conditions if c.text in trace.unsatisfied] == [False]


def test_a_condition_over_all_on_the_duration_is_undecided() -> None:
    task = task_of(
        """(:predicates (q)) (:functions (x))
        (:durative-action a :parameters () :duration (= ?duration 6)
          :condition (over all (<= (x) ?duration))
          :effect (and (increase (x) (* #t 1)) (at end (q))))""",
        "(:init (= (x) 0)) (:goal (q))",
    )
    assert "`?duration`" in (run(task, "0: (a) [6]").undecided or "")


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


@pytest.mark.parametrize(
    ("effects", "decided"),
    [
        (("(and (not (p)) (r))", "(and (not (p)) (not (r)))"), False),
        (("(and (not (p)) (assign (x) 1))", "(and (not (p)) (assign (x) 2))"), False),
        (("(and (not (p)) (assign (x) 1))", "(and (not (p)) (increase (x) 2))"), False),
        (("(and (not (p)) (scale-up (x) 2))", "(and (not (p)) (increase (x) 2))"), False),
        (("(and (not (p)) (assign (x) 1))", "(and (not (p)) (increase (y) (x)))"), False),
        (("(and (not (p)) (r))", "(and (not (p)) (when (r) (s)))"), False),
        (("(and (not (p)) (r))", "(and (not (p)) (s))"), True),
        (("(and (not (p)) (r))", "(and (not (p)) (r))"), True),
        (("(not (p))", "(not (p))"), True),
        (("(and (not (p)) (increase (x) 1))", "(and (not (p)) (decrease (x) 2))"), True),
        (("(and (not (p)) (scale-up (x) 2))", "(and (not (p)) (scale-down (x) 4))"), True),
        (("(and (not (p)) (assign (x) 1))", "(and (not (p)) (assign (x) 1))"), True),
        (("(and (not (p)) (increase (x) (y)))", "(and (not (p)) (increase (x) (y)))"), True),
    ],
)
def test_events_of_one_state_must_not_depend_on_their_order(
    effects: tuple[str, str], decided: bool
) -> None:
    found = set()
    for one, other in (effects, effects[::-1]):
        task = task_of(
            f"""(:predicates (p) (r) (s)) (:functions (x) (y))
            (:event e :parameters () :precondition (p) :effect {one})
            (:event f :parameters () :precondition (p) :effect {other})
            (:action a :parameters () :effect (p))""",
            "(:init (= (x) 3) (= (y) 7)) (:goal (and))",
        )
        trace = run(task, "1: (a)\n2: @PlanEND\n")
        assert (trace.verdict == "valid") is decided, trace.reason
        if not decided:
            assert "interfere at the same time" in (trace.undecided or "")
        final = trace.state(len(trace.states))
        found.add((final.facts, tuple(sorted(final.values.items()))))
    assert not decided or len(found) == 1


def test_events_of_other_objects_and_events_in_turn_do_not_interfere() -> None:
    task = task_of(
        """(:predicates (p ?o) (r ?o) (s ?o) (t))
        (:event e :parameters (?o) :precondition (p ?o) :effect (and (not (p ?o)) (r ?o)))
        (:event f :parameters (?o) :precondition (r ?o) :effect (and (not (r ?o)) (s ?o)))
        (:action a :parameters () :effect (forall (?o) (p ?o)))
        (:event g :parameters () :precondition (t) :effect (not (t)))""",
        "(:objects b c) (:init) (:goal (forall (?o) (and (s ?o) (not (r ?o)))))",
    )
    assert run(task, "1: (a)\n2: @PlanEND\n").verdict == "valid"


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
