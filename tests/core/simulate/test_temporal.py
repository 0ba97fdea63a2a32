"""Timed plans: happenings, invariants, durations, timed initial literals."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.model.plan import Tolerances
from plancore.notation.plans.reader import read_plan
from plancore.simulate.execute import execute
from plancore.simulate.task import Task
from plancore.simulate.trace import Trace
from support.tasks import run, task_of

DOMAIN = """
(:requirements :durative-actions :adl :numeric-fluents :timed-initial-literals)
(:predicates (idle) (lit) (open) (done) (used ?x))
(:functions (fuel) (size ?x) (burnt))
(:durative-action work :parameters () :duration (= ?duration 5)
  :condition (and (at start (idle)) (over all (lit)) (at end (open)))
  :effect (and (at start (not (idle))) (at end (done)) (at end (idle))))
(:durative-action light :parameters () :duration (and (>= ?duration 4) (<= ?duration 8))
  :condition (and) :effect (and (at start (lit)) (at end (not (lit)))))
(:durative-action burn :parameters (?x) :duration (= ?duration (* 2 (size ?x)))
  :condition (at start (>= (fuel) (size ?x)))
  :effect (and (at start (decrease (fuel) (size ?x))) (at end (increase (burnt) ?duration))
               (at end (used ?x))))
(:durative-action shrink :parameters () :duration (and (at start (<= ?duration 3))
                                                       (at end (>= ?duration (fuel))))
  :condition (and) :effect (at end (done)))
(:durative-action each :parameters () :duration (= ?duration 1)
  :condition (forall (?x) (at start (not (used ?x))))
  :effect (forall (?x) (at end (when (not (used ?x)) (used ?x)))))
(:durative-action grow :parameters () :duration (= ?duration 1) :condition (and)
  :effect (increase (fuel) (* #t 1)))
(:action unlock :parameters () :precondition () :effect (open))
(:action lock :parameters () :precondition () :effect (not (open)))
"""


def task(init: str = "", goal: str = "(and)", metric: str = "") -> Task:
    facts = "(idle) (= (fuel) 3) (= (size a) 1) (= (size b) 2.5) (= (burnt) 0)"
    return task_of(DOMAIN, f"(:objects a b) (:init {facts} {init}) (:goal {goal}) {metric}")


def failure(trace: Trace) -> tuple[int | None, float | None, tuple[str, ...]]:
    time = trace.failing_time
    return trace.failing_step, None if time is None else float(time), trace.unsatisfied


def test_a_plan_that_works() -> None:
    trace = run(task(goal="(done)"), "0: (light) [8]\n1: (work) [5]\n3: (unlock)")
    assert trace.verdict == "valid", trace.reason
    assert [(float(h.time), [p.moment for p in h.points]) for h in trace.happenings] == [
        (0, ["start"]),
        (1, ["start"]),
        (3, [""]),
        (6, ["end"]),
        (8, ["end"]),
    ]
    assert trace.cost == 8


@pytest.mark.parametrize(
    ("plan", "step", "time", "unsatisfied"),
    [
        ("0: (light) [5]\n1: (work) [5]\n3: (unlock)", 2, 5, ("(lit)",)),
        ("0: (light) [8]\n1: (work) [4]\n3: (unlock)", 2, 1, ("(= ?duration 5)",)),
        ("0: (light) [9]", 1, 0, ("(<= ?duration 8)",)),
        ("0: (light) [3.5]", 1, 0, ("(>= ?duration 4)",)),
        ("0: (light) [8]\n1: (work) [5]", 2, 6, ("(open)",)),
        ("0: (light) [8]\n1: (work) [5]\n2: (work) [5]", 3, 2, ("(idle)",)),
        ("1: (work) [5]\n3: (unlock)\n4: (light) [4]", 1, 1, ("(lit)",)),
        ("0: (burn b) [5]\n1: (burn b) [5]", 2, 1, ("(>= (fuel) (size b))",)),
        ("0: (burn b) [5]\n1: (burn a) [4]", 2, 1, ("(= ?duration (* 2 (size a)))",
                                                      "(>= (fuel) (size a))")),
        ("0: (burn a) [2]\n3: (each) [1]", 2, 3, ("(forall (?x) (not (used ?x)))",)),
        ("0: (shrink) [2]", 1, 2, ("(>= ?duration (fuel))",)),
    ],
)  # fmt: skip
def test_plans_that_do_not(plan: str, step: int, time: float, unsatisfied: tuple[str, ...]) -> None:
    trace = run(task(), plan)
    assert trace.verdict == "invalid"
    assert failure(trace) == (step, time, unsatisfied)


def test_what_holds_over_all_need_not_hold_at_the_ends() -> None:
    # Lit at the very start, and put out at the very end, of the work: both are outside of it.
    lamp = """(:action on :parameters () :effect (lit)) (:action off :parameters () :effect
              (not (lit)))"""
    with_lamp = task_of(DOMAIN + lamp, "(:init (idle) (open)) (:goal (done))")
    assert run(with_lamp, "1: (work) [5]\n1.5: (on)\n5: (off)").failing_time == 1
    assert run(with_lamp, "0.9: (on)\n1: (work) [5]\n6.1: (off)").verdict == "valid"
    assert run(with_lamp, "0.9: (on)\n1: (work) [5]\n5.9: (off)").failing_time == Fraction("5.9")


def test_the_order_of_the_text_does_not_matter() -> None:
    trace = run(task(goal="(done)"), "3: (unlock)\n1: (work) [5]\n0: (light) [8]")
    assert trace.verdict == "valid"
    assert run(task(), "5: (work) [5]\n0: (light) [4]").failing_step == 1


def test_things_at_the_same_time_may_interfere() -> None:
    trace = run(task(), "1: (unlock)\n1: (lock)")
    assert trace.verdict == "invalid"
    assert (trace.failing_step, trace.failing_time) == (2, Fraction(1))
    assert run(task(), "1: (unlock)\n1.001: (lock)").verdict == "valid"
    assert run(task(), "1: (unlock)\n1.00001: (lock)").verdict == "invalid"
    # The end of the work reads (open) when (unlock) adds it.
    assert run(task(), "0: (light) [8]\n1: (work) [5]\n6: (unlock)").failing_time == 6


def test_rounded_durations_are_accepted() -> None:
    odd = task_of(
        """(:durative-action go :parameters () :duration (= ?duration (/ 10 3)) :condition (and)
            :effect (at end (decrease (fuel) ?duration)))
           (:durative-action rest :parameters () :duration (= ?duration 1)
            :condition (at start (>= (fuel) 6.6667)) :effect (and))
           (:predicates (p)) (:functions (fuel))""",
        "(:init (= (fuel) 10)) (:goal (and))",
    )
    assert run(odd, "0: (go) [3.3333]").verdict == "valid"
    assert run(odd, "0: (go) [3.33]").verdict == "valid"
    assert run(odd, "0: (go) [3.34]").verdict == "invalid"
    assert run(odd, "0: (go) [3]").verdict == "invalid"
    # Effects compute with 10/3.
    assert run(odd, "0: (go) [3.33]\n4: (rest) [1]").verdict == "valid"


def _of_length(constraint: str) -> Task:
    return task_of(
        f"""(:durative-action go :parameters () :duration {constraint} :condition (and)
             :effect (at end (p))) (:predicates (p))""",
        "(:init) (:goal (p))",
    )


@given(st.integers(1, 999), st.integers(1, 97), st.integers(1, 4))
def test_a_duration_printed_with_some_decimals_is_within_half_a_unit(
    dividend: int, divisor: int, decimals: int
) -> None:
    exact, unit = Fraction(dividend, divisor), Fraction(1, 10**decimals)
    printed = round(exact / unit) * unit
    within = max(unit / 2, Fraction(1, 10_000))
    for constraint in ("=", ">=", "<="):
        task = _of_length(f"({constraint} ?duration (/ {dividend} {divisor}))")
        trace = run(task, f"0: (go) [{float(printed):.{decimals}f}]")
        assert trace.verdict == "valid"
        breaks = {"=": printed != exact, ">=": printed < exact, "<=": printed > exact}[constraint]
        assert bool(trace.rounded) == breaks
        # What was given counts instead of half a unit, and it is no separation of happenings.
        strict = run(task, f"0: (go) [{float(printed):.{decimals}f}]", Tolerances(0.1, 0))
        assert (strict.verdict == "valid") == (not breaks)
    for wrong in (exact + within + unit, max(exact - within - unit, Fraction(0))):
        wrongly = round(wrong / unit) * unit
        if abs(wrongly - exact) > within:
            text = f"0: (go) [{float(wrongly):.{decimals}f}]"
            length = _of_length(f"(= ?duration (/ {dividend} {divisor}))")
            assert run(length, text).failing_step == 1


def test_the_end_of_a_rounded_action_may_come_before_what_is_printed_for_the_same_time() -> None:
    roads = task_of(
        """(:durative-action go :parameters (?to) :duration (= ?duration (/ 10 3))
            :condition (at start (free)) :effect (and (at start (not (free))) (at end (free))
            (at end (seen ?to)))) (:predicates (free) (seen ?x)) (:constants a b)""",
        "(:init (free)) (:goal (and (seen a) (seen b)))",
    )
    assert run(roads, "0: (go a) [3.333]\n3.333: (go b) [3.333]").verdict == "valid"
    assert run(roads, "0: (go a) [3.333]\n3.332: (go b) [3.333]").failing_step == 2
    whole = task_of(roads_of_whole_length(), "(:init (free)) (:goal (and (seen a) (seen b)))")
    assert run(whole, "0: (go a) [3.000]\n3.000: (go b) [3.000]").failing_step == 2


def roads_of_whole_length() -> str:
    return """(:durative-action go :parameters (?to) :duration (= ?duration 3)
        :condition (at start (free)) :effect (and (at start (not (free))) (at end (free))
        (at end (seen ?to)))) (:predicates (free) (seen ?x)) (:constants a b)"""


@pytest.mark.parametrize(
    ("init", "goal", "verdict"),
    [
        ("(at 20 (lit))", "(and (done) (lit))", "valid"),
        ("(lit) (at 20 (not (lit)))", "(and (done) (lit))", "invalid"),
        ("(at 20 (lit)) (at 30 (not (lit)))", "(lit)", "invalid"),
        ("(= (n) 0) (at 20 (= (n) 3))", "(= (n) 3)", "valid"),
        ("(at 20 (lit))", "(done)", "valid"),
    ],
)
@pytest.mark.parametrize("plan", ["1: (work) [2]", "(finish)", "1: (finish)"])
def test_timed_literals_after_the_last_step_happen(
    init: str, goal: str, verdict: str, plan: str
) -> None:
    work = task_of(
        """(:durative-action work :parameters () :duration (= ?duration 2) :condition (and)
            :effect (at end (done))) (:action finish :parameters () :effect (done))
           (:predicates (done) (lit)) (:functions (n))""",
        f"(:init {init}) (:goal {goal})",
    )
    trace = run(work, plan)
    assert trace.verdict == verdict
    # They are no part of the plan's length.
    assert trace.cost == (3 if "work" in plan else 1)


def test_numbers_change_at_instants() -> None:
    trace = run(task(metric="(:metric minimize (+ (burnt) (total-time)))"), "0: (burn a) [2]")
    assert trace.states.state(1).values["fuel",] == 2
    assert trace.states.state(2).values["burnt",] == 2
    assert trace.cost == 4
    assert ("?duration",) not in trace.states.final.values


def test_timed_initial_literals_open_and_close_windows() -> None:
    domain = DOMAIN + "(:action buy :parameters () :precondition (open) :effect (done))"
    sale = task_of(domain, "(:init (at 2 (open)) (at 4 (not (open)))) (:goal (done))")
    assert run(sale, "1: (buy)").failing_time == 1
    assert run(sale, "3: (buy)").verdict == "valid"
    assert run(sale, "5: (buy)").failing_time == 5
    assert "at the time the problem changes it" in (run(sale, "4: (buy)").reason or "")


@pytest.mark.parametrize("value", ["(= (level) 3)", "(assign (level) 3)"])
def test_numbers_change_at_a_time_as_programs_write_it(value: str) -> None:
    domain = """(:requirements :timed-initial-effects) (:predicates (done)) (:functions (level))
      (:durative-action draw :parameters () :duration (= ?duration 1)
        :condition (at start (>= (level) 3)) :effect (at end (done)))"""
    well = task_of(domain, f"(:init (= (level) 0) (at 5 {value})) (:goal (done))")
    assert run(well, "6: (draw) [1]").verdict == "valid"
    assert run(well, "4: (draw) [1]").failing_time == 4


def test_steps_without_times_happen_at_one_two_three() -> None:
    domain = DOMAIN + "(:action buy :parameters () :precondition (open) :effect (done))"
    sale = task_of(domain, "(:init (at 1.5 (open)) (at 2.5 (not (open)))) (:goal (done))")
    assert run(sale, "(lock) (buy)").verdict == "valid"
    assert run(sale, "(buy)").failing_step == 1


def test_a_conditional_effect_at_the_end_reads_the_state_then() -> None:
    trace = run(task(), "0: (burn a) [2]\n0.5: (each) [1]")
    assert trace.verdict == "valid"
    assert trace.states.final.holds(("used", "b"))


def test_processes_need_plans_with_times() -> None:
    domain = """(:predicates (p)) (:functions (f))
                (:process fall :parameters () :precondition (p) :effect (increase (f) (* #t 1)))
                (:action a :parameters () :effect (p))"""
    trace = run(task_of(domain, "(:goal (p))"), "(a)")
    assert (trace.verdict, trace.reason) == (
        "undecided",
        "the process fall needs a plan with times",
    )


def test_steps_with_and_without_times_do_not_mix() -> None:
    assert run(task(), "0: (light) [4]\n(unlock)").verdict == "malformed"


def test_a_duration_of_zero_at_time_zero_is_no_number_of_a_step() -> None:
    task = task_of(
        """(:predicates (p)) (:durative-action d :parameters () :duration (>= ?duration 0)
        :condition () :effect (at end (p)))""",
        "(:init) (:goal (p))",
    )
    trace = execute(task, read_plan("0: (d) [0]\n1: (d) [0]\n")[0])
    assert (trace.reaches_goal, trace.cost) == (True, 1)


def test_a_wrong_duration_is_told_with_the_values_that_it_depends_on() -> None:
    assert run(task(), "0: (burn b) [3]").reason == (
        "duration 3 of (burn b) violates (= ?duration (* 2 (size b))), where (size b) = 2.5"
    )
    assert run(task(), "0: (light) [9]").reason == (
        "duration 9 of (light) violates (<= ?duration 8)"
    )


@pytest.mark.parametrize("constraint", ["(<= 2 ?duration)", "(= 3 ?duration)", "(>= 4 ?duration)"])
def test_a_bound_before_the_duration_is_executed_as_it_is_meant(constraint: str) -> None:
    bound = constraint[1:3].strip()
    accepted = [run(_of_length(constraint), f"0: (go) [{n}]").verdict for n in (1, 3, 5)]
    meant = {"<=": [0, 1, 1], "=": [0, 1, 0], ">=": [1, 1, 0]}[bound]
    assert accepted == ["valid" if each else "invalid" for each in meant]
