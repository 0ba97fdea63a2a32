"""Preferences and trajectory constraints of PDDL 3."""

from __future__ import annotations

import random
from itertools import pairwise, product
from typing import Any

import pytest

from plancore.simulate.constraints import Condition
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


def test_what_was_compiled_is_kept_for_all_instances_steps_and_plans(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compiled: list[object] = []

    def counted(*arguments: Any) -> Condition:
        compiled.append(arguments)
        return Condition(*arguments)

    monkeypatch.setattr("plancore.simulate.constraints.Condition", counted)
    inner = "(forall (?z) (sometime (exists (?u) (and (at ?u) (not (= ?u ?x))))))"
    same = task(f"(forall (?x ?y) (preference p {inner}))")
    for _ in range(2):
        assert run(same, WALK).violations["p"] == 0
    assert len(compiled) == 2
    assert run(same, "").violations["p"] == 3


def test_instances_that_a_plan_does_not_reach_cost_nothing() -> None:
    """There are ten thousand million of them, and five hundred times as few may be tried."""
    objects = " ".join(f"o{number}" for number in range(97))
    names = "?u ?v ?w ?x ?y"
    close = "(imply (and (at ?u) (at ?v) (at ?w) (at ?x) (seen ?y)) (= ?u ?y))"
    constraints = f"""(and (forall ({names}) (preference close (always {close})))
      (forall ({names}) (preference twice (at-most-once (and (at ?u) (seen ?v)))))
      (forall ({names}) (preference later (sometime-after (at ?u) (and (dark) (seen ?u))))))"""
    large = task_of(
        DOMAIN,
        f"(:objects a b c {objects}) (:init (at a)) (:goal (and)) (:constraints {constraints})",
    )
    plan = "(go a b) (go b c) (dim)"
    found = run(large, plan).violations
    assert found == {"light": 0, "close": 1, "twice": 0, "later": 100**4}


ATOMS = (
    "(at {0})",
    "(seen {0})",
    "(dark)",
    "(= {0} {1})",
    "(near {0} {1})",
    "(odd {0})",
    "(< (n {0}) 2)",
)


def _condition(rng: random.Random, names: tuple[str, ...], depth: int) -> str:
    if depth == 0 or rng.random() < 0.3:
        return rng.choice(ATOMS).format(rng.choice(names), rng.choice(names))
    parts = " ".join(_condition(rng, names, depth - 1) for _ in range(2))
    one = _condition(rng, names, depth - 1)
    quantified = f"({rng.choice(('exists', 'forall'))} (?q)"
    return rng.choice(
        (
            f"(and {parts})",
            f"(or {parts})",
            f"(imply {parts})",
            f"(not {one})",
            f"{quantified} {_condition(rng, (*names, '?q'), depth - 1)})",
        )
    )


OPERATORS = {
    "always": 1,
    "sometime": 1,
    "at end": 1,
    "at-most-once": 1,
    "within 2": 1,
    "hold-during 1 3": 1,
    "hold-after 2": 1,
    "sometime-after": 2,
    "sometime-before": 2,
    "always-within 1": 2,
}


def _is_met(operator: str, first: list[bool], second: list[bool]) -> bool:
    """The definitions of the article, word by word."""
    end = len(first)
    met = {
        "always": all(first),
        "sometime": any(first),
        "at end": first[-1],
        "at-most-once": sum(b and not a for a, b in pairwise([False, *first])) <= 1,
        "within 2": any(first[:3]),
        "hold-during 1 3": all(first[1:3]),
        "hold-after 2": all(first[2:]),
        "sometime-after": all(any(second[i:]) for i in range(end) if first[i]),
        "sometime-before": all(any(second[:i]) for i in range(end) if first[i]),
        "always-within 1": all(any(second[i : i + 2]) for i in range(end) if first[i]),
    }
    return met[operator]


@pytest.mark.parametrize(
    "seed", [*range(8), *(pytest.param(n, marks=pytest.mark.slow) for n in range(8, 60))]
)
def test_instances_are_judged_as_if_each_stood_there(seed: int) -> None:
    rng = random.Random(seed)
    names = ("?x", "?y", "?z")
    bodies = []
    for _ in range(rng.randrange(1, 3)):
        operator = rng.choice([*OPERATORS])
        bodies.append((operator, [_condition(rng, names, 2) for _ in range(OPERATORS[operator])]))
    text = " ".join(f"({operator} {' '.join(each)})" for operator, each in bodies)
    world = (
        "(:objects a b c - place) (:init (at a) (near a b) (near b b) (odd c) (= (n a) 1)"
        "(= (n b) 2)) (:goal {goal}) {constraints}"
    )
    domain = DOMAIN.replace("(at ?x) (seen", "(at ?x) (near ?x ?y) (odd ?x) (seen", 1).replace(
        "(:action go", "(:types place) (:functions (n ?x)) (:action go", 1
    )
    quantified = f"(forall (?x - place ?y) (preference p (forall (?z) (and {text}))))"
    judged = task_of(domain, world.format(goal="(and)", constraints=f"(:constraints {quantified})"))
    trace = run(judged, WALK)

    def truths(condition: str, objects: tuple[str, ...]) -> list[bool]:
        for name, value in zip(names, objects, strict=True):
            condition = condition.replace(name, value)
        goal = task_of(domain, world.format(goal=condition, constraints=""))
        states = (trace.states.state(step) for step in range(len(trace.states) + 1))
        return [goal.goal.holds(goal.world(state)) for state in states]

    def is_violated(objects: tuple[str, ...]) -> bool:
        return not all(
            _is_met(operator, truths(each[0], objects), truths(each[-1], objects))
            for operator, each in bodies
        )

    violated = {objects[:2] for objects in product("abc", repeat=3) if is_violated(objects)}
    assert trace.violations["p"] == len(violated), text


def test_times_of_timed_plans_count() -> None:
    soon = task("(within 5 (at b))")
    assert run(soon, "0: (dim)\n4: (go a b)").verdict == "valid"
    assert run(soon, "0: (dim)\n6: (go a b)").verdict == "invalid"


def test_nested_constraints_are_undecided() -> None:
    trace = run(task("(always (sometime (at a)))"), WALK)
    assert trace.verdict == "undecided"


@pytest.mark.parametrize(
    ("constraint", "decided"),
    [
        ("(hold-during 1 4 (<= (x a) 3))", None),
        ("(always (not (= (x a) 3)))", None),
        ("(sometime (= (x a) 3))", None),
        ("(within 5.5 (> (x a) 5))", None),
        ("(hold-after 5 (>= (x a) 5))", None),
        ("(at-most-once (> (x a) 3))", None),
        ("(sometime-after (p) (= (x a) 3))", None),
        ("(sometime-before (= (x a) 6) (= (x a) 3))", None),
        ("(always-within 1 (p) (= (x a) 3))", None),
        ("(forall (?t) (always (not (= (x ?t) 3))))", None),
        ("(always (forall (?t) (not (= (x ?t) 3))))", None),
        ("(preference kept (always (not (= (x a) 7))))", None),
        ("(always (or (q) (<= (x a) 6)))", None),
        ("(always (<= (* (x a) (- 6 (x a))) 8))", None),
        ("(preference kept (always (<= (x a) 5)))", "valid"),
        ("(always (<= (+ 1 (x a)) 7))", "valid"),
        ("(always (and (p) (not (> (x a) 6)) (>= (x a) (x b))))", "valid"),
        ("(forall (?t) (always (<= (x ?t) 6)))", "valid"),
        ("(always (not (half)))", None),
        ("(preference seen (sometime (= (x a) 6)))", "valid"),
        ("(always (<= (x a) 5))", "invalid"),
        ("(sometime (= (x a) 6))", "valid"),
        ("(within 6 (= (x a) 6))", "valid"),
        ("(at end (= (x a) 6))", "valid"),
        ("(at end (= (x a) 3))", "invalid"),
        ("(always (= (x b) 0))", "valid"),
        ("(sometime (= (x b) 3))", "invalid"),
        ("(sometime (q))", "valid"),
        ("(hold-during 1 4 (not (q)))", "valid"),
    ],
)
def test_constraints_on_what_changes_between_happenings(
    constraint: str, decided: str | None
) -> None:
    """`(x a)` grows from 0 to 6."""
    flowing = task_of(
        """(:predicates (p) (q) (half)) (:functions (x ?t))
        (:derived (half) (exists (?t) (= (x ?t) 3)))
        (:durative-action fill :parameters (?t) :duration (= ?duration 6)
          :effect (and (increase (x ?t) (* #t 1)) (at end (q))))""",
        f"""(:objects a b) (:init (p) (= (x a) 0) (= (x b) 0)) (:goal (q))
        (:constraints {constraint})""",
    )
    trace = run(flowing, "0: (fill a) [6]")
    assert trace.verdict == (decided or "undecided"), trace.reason
    if decided is None:
        assert "(x a), which changes between happenings" in (trace.undecided or "")
        assert "kept" not in trace.violations


def test_a_plan_that_fails_anyway_is_invalid_whatever_the_undecided_constraints() -> None:
    domain = """(:predicates (q)) (:functions (x))
        (:durative-action fill :parameters () :duration (= ?duration 6)
          :effect (and (increase (x) (* #t 1)) (at end (q))))"""
    kept = "(preference kept (always (not (= (x) 3))))"
    for goal, others, verdict in (
        ("(q)", "(and)", "undecided"),
        ("(not (q))", "(and)", "invalid"),
        ("(q)", "(always (q))", "invalid"),
    ):
        flowing = task_of(
            domain,
            f"""(:init (= (x) 0)) (:goal {goal}) (:constraints (and {kept} {others}))
            (:metric minimize (is-violated kept))""",
        )
        trace = run(flowing, "0: (fill) [6]")
        assert (trace.verdict, trace.cost) == (verdict, None)


@pytest.mark.parametrize(
    "condition",
    [
        "(or (preference g (at b)) (seen c))",
        "(not (preference g (at b)))",
        "(imply (preference g (at b)) (seen c))",
        "(exists (?k) (preference g (at ?k)))",
        "(preference h (or (preference g (at b)) (dark)))",
    ],
)
def test_a_misplaced_preference_is_undecided_and_says_why(condition: str) -> None:
    around = condition[1 : condition.index(" ")].replace("preference", "or")
    reason = f"`preference` is only allowed inside `and` and `forall`, not inside `{around}`"
    metric = "(:metric minimize (is-violated g))"
    trace = run(task(goal=f"(and (at b) {condition})", metric=metric), "(go a b)")
    assert (trace.verdict, trace.reason) == ("undecided", reason)
    domain = DOMAIN.replace("(preference light (not (dark)))", condition)
    problem = "(:objects a b c) (:init (at a)) (:goal (at b))"
    trace = run(task_of(domain, problem), "(go a b)")
    assert (trace.verdict, trace.reason) == ("undecided", reason)


@pytest.mark.parametrize(
    ("constraints", "goal", "reason"),
    [
        ("", "(always (at b))", "`always` is only allowed in `:constraints`"),
        ("", "(and (at b) (not (within 5 (dark))))", "`within` is only allowed in `:constraints`"),
        *[
            (constraint, "(at b)", "`{}` is only allowed inside `and`, `forall` and `preference`, "
             "not inside `{}`".format(*operators))
            for constraint, *operators in (
                ("(not (always (at b)))", "always", "not"),
                ("(preference p (or (sometime (at b)) (dark)))", "sometime", "or"),
                ("(always (within 5 (at b)))", "within", "always"),
                ("(always (at end (at b)))", "at end", "always"),
            )
        ],
    ],
)  # fmt: skip
def test_a_misplaced_constraint_is_undecided_and_says_why(
    constraints: str, goal: str, reason: str
) -> None:
    trace = run(task(constraints, goal), "(go a b)")
    assert (trace.verdict, trace.reason) == ("undecided", reason)


def test_a_preference_inside_a_time_is_undecided() -> None:
    domain = """(:requirements :durative-actions :preferences) (:predicates (p) (q))
      (:durative-action a :parameters () :duration (= ?duration 1)
        :condition (at start (preference g (q))) :effect (at end (p)))"""
    trace = run(task_of(domain, "(:init) (:goal (p))"), "0: (a) [1]")
    assert trace.verdict == "undecided"
    assert "not inside `at start`" in (trace.reason or "")
