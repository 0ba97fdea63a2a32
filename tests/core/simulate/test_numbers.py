"""Numeric fluents and costs, exact."""

from __future__ import annotations

from fractions import Fraction

import pytest

from plancore.simulate.execute import execute
from plancore.simulate.task import Task
from support.plans import plan_of
from support.tasks import run, task_of, verdict

DOMAIN = """
(:requirements :numeric-fluents)
(:predicates (done))
(:functions (f) (g) (h ?x) (total-cost) - number)
(:action inc :parameters () :effect (and (increase (f) 0.1) (increase (total-cost) 3)))
(:action set :parameters (?x) :effect (assign (h ?x) (+ (f) (g))))
(:action swap :parameters () :effect (and (assign (f) (g)) (assign (g) (f))))
(:action scale :parameters () :effect (and (scale-up (f) 3) (scale-down (g) 2)))
(:action zero :parameters () :effect (scale-down (g) (f)))
(:action twice :parameters () :effect (and (increase (f) 1) (increase (f) 2) (decrease (f) 0.5)))
(:action clash :parameters () :effect (and (assign (f) 1) (increase (f) 2)))
(:action lone :parameters (?x) :effect (increase (h ?x) 1))
(:action use :parameters (?x) :effect (increase (f) (h ?x)))
(:action each :parameters () :effect (forall (?x) (assign (h ?x) 7)))
(:action cond :parameters () :effect (when (> (g) 6) (decrease (g) 1)))
(:action check :parameters () :precondition CONDITION :effect (done))
"""


def task(condition: str = "(and)", metric: str = "") -> Task:
    return task_of(
        DOMAIN.replace("CONDITION", condition),
        f"(:objects a b) (:init (= (f) 0) (= (g) 7) (= (total-cost) 0)) (:goal (and)) {metric}",
    )


@pytest.mark.parametrize(
    ("plan", "fluent", "value"),
    [
        ("(inc) (inc) (inc)", ("f",), Fraction(3, 10)),
        ("(inc) (set a)", ("h", "a"), Fraction(71, 10)),
        ("(swap)", ("f",), 7),
        ("(swap)", ("g",), 0),
        ("(swap) (scale)", ("f",), 21),
        ("(scale)", ("g",), Fraction(7, 2)),
        ("(twice)", ("f",), Fraction(5, 2)),
        ("(each)", ("h", "b"), 7),
        ("(cond) (cond)", ("g",), 6),
    ],
)
def test_updates_are_exact_and_read_the_state_before(
    plan: str, fluent: tuple[str, ...], value: Fraction
) -> None:
    trace = run(task(), plan)
    assert trace.verdict == "valid", trace.reason
    assert trace.states.final.values[fluent] == value


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("(= (f) 0)", True),
        ("(< (f) 0)", False),
        ("(>= (g) 7)", True),
        ("(> (g) 7)", False),
        ("(not (> (g) 7))", True),
        ("(<= (* (g) 2) 14)", True),
        ("(= (- (g)) (- 0 7))", True),
        ("(= (/ (g) 2) 3.5)", True),
        ("(= (- 10 (g) 1) 2)", True),
        ("(= (+ (g) (g) 1) 15)", True),
        ("(< 0 (/ 1 (f)))", False),
        ("(> (h a) 0)", False),
        ("(not (> (h a) 0))", False),
        ("(or (> (h a) 0) (= (f) 0))", True),
        ("(exists (?x) (= (h ?x) 1))", False),
    ],
)
def test_comparisons(condition: str, holds: bool) -> None:
    assert verdict(task(condition), "(check)") == ("valid" if holds else "invalid@1")


@pytest.mark.parametrize(
    "number",
    [
        "(sqrt g)",
        "(abs f)",
        "total-time",
        "(max 1 2)",
        "(abs (- (f) 3))",
        "(sqrt 4)",
        "(^ 2 (f))",
        "(abs (g))",
        "(+ 1 (min (f) 3))",
    ],
)
@pytest.mark.parametrize("condition", ["(> {} 0)", "(not (> {} 0))"])
def test_functions_that_only_some_planners_have_are_undecided(number: str, condition: str) -> None:
    assert verdict(task(condition.format(number)), "(check)") == "undecided"


def test_ten_tenths_are_one() -> None:
    assert verdict(task("(= (f) 1)"), "(inc) " * 10 + "(check)") == "valid"


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        ("(zero)", "undefined effect of (zero): (g) is divided by zero"),
        ("(clash)", "undefined effect of (clash): (f) is changed twice at the same time"),
        ("(lone a)", "undefined effect of (lone a): (h a) has no value to increase"),
        ("(use b)",
         "undefined effect of (use b): (increase (f) …): (h b) has no value"),
    ],
)  # fmt: skip
def test_what_is_not_defined_fails_with_a_reason(plan: str, reason: str) -> None:
    trace = run(task(), plan)
    assert (trace.verdict, trace.failing_step, trace.reason) == ("invalid", 1, reason)


@pytest.mark.parametrize(
    ("metric", "value", "cost"),
    [
        ("", None, 3),
        ("(:metric minimize (total-cost))", 6, 6),
        ("(:metric minimize (+ (* 2 (total-cost)) (f)))", Fraction(61, 5), Fraction(61, 5)),
        ("(:metric maximize (total-time))", 3, 3),
        ("(:metric minimize (h a))", None, None),
    ],
)
def test_cost_is_the_metric_or_the_number_of_steps(
    metric: str, value: Fraction | None, cost: Fraction | None
) -> None:
    trace = run(
        task(metric=metric), "(inc) (inc) (swap)" if "f" not in metric else "(inc) (inc) (check)"
    )
    assert (trace.value, trace.cost) == (value, cost)


def test_total_cost_starts_at_zero_when_nobody_says() -> None:
    silent = task_of(
        DOMAIN.replace("CONDITION", "()"),
        "(:init (= (f) 0)) (:goal (and)) (:metric minimize (total-cost))",
    )
    assert run(silent, "(inc)").cost == 3
    assert run(silent, "").cost == 0


@pytest.mark.parametrize("operator", ["<", "<=", "=", ">=", ">"])
@pytest.mark.parametrize(("fuel", "near"), [("7", True), ("7.00005", True), ("7.001", False)])
def test_like_val_numbers_that_are_near_satisfy_any_comparison(
    operator: str, fuel: str, near: bool
) -> None:
    task = task_of(
        f"""(:requirements :numeric-fluents) (:predicates (p)) (:functions (fuel))
        (:action a :precondition ({operator} (fuel) 7) :effect (p))""",
        f"(:init (= (fuel) {fuel})) (:goal (p))",
    )
    plan = plan_of("a")
    exact = {"<": False, "<=": fuel == "7", "=": fuel == "7", ">=": True, ">": fuel != "7"}
    assert execute(task, plan).reaches_goal is exact[operator]
    assert execute(task, plan, like_val=True).reaches_goal is (near or exact[operator])
