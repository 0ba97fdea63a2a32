"""Effects: what an action does to a state."""

from __future__ import annotations

import pytest

from plancore.simulate.task import Task
from support.tasks import facts, run, task_of, verdict

PREDICATES = "(:requirements :adl) (:predicates (p ?x) (q ?x) (r) (on ?x ?y))"


def task(effect: str, init: str = "(p a) (q b)") -> Task:
    action = f"(:action act :parameters (?x) :effect {effect})"
    return task_of(PREDICATES + action, f"(:objects a b c) (:init {init}) (:goal (and))")


@pytest.mark.parametrize(
    ("effect", "after"),
    [
        ("(and)", {"p a", "q b"}),
        ("(q ?x)", {"p a", "q b", "q a"}),
        ("(not (p ?x))", {"q b"}),
        ("(and (p ?x) (not (p ?x)))", {"p a", "q b"}),
        ("(and (not (p ?x)) (p ?x))", {"p a", "q b"}),
        ("(forall (?y) (q ?y))", {"p a", "q a", "q b", "q c"}),
        ("(forall (?y) (not (q ?y)))", {"p a"}),
        ("(forall (?x) (and (q ?x) (not (p ?x)) (r)))", {"q a", "q b", "q c", "r"}),
        ("(forall (?y) (and (q ?y) (not (q ?x))))", {"p a", "q a", "q b", "q c"}),
        (
            "(and (forall (?y) (not (q ?y))) (q ?x) (when (p ?x) (q c)) (forall (?y) (on ?y ?x)))",
            {"p a", "q a", "q c", "on a a", "on b a", "on c a"},
        ),
        (
            "(forall (?y) (forall (?z) (on b ?z)))",
            {"p a", "q b", "on b a", "on b b", "on b c"},
        ),
        ("(when (p ?x) (r))", {"p a", "q b", "r"}),
        ("(when (q ?x) (r))", {"p a", "q b"}),
        ("(when (not (q ?x)) (and (r) (not (p ?x))))", {"q b", "r"}),
        ("(and (not (p ?x)) (when (p ?x) (r)))", {"q b", "r"}),
        ("(and (q ?x) (when (q ?x) (r)))", {"p a", "q b", "q a"}),
        ("(forall (?y) (when (p ?y) (and (q ?y) (not (p ?y)))))", {"q a", "q b"}),
        ("(and (when (p ?x) (q ?x)) (when (p ?x) (not (q ?x))))", {"p a", "q b", "q a"}),
        ("(forall (?y ?z) (when (and (p ?y) (q ?z)) (on ?y ?z)))", {"p a", "q b", "on a b"}),
        (
            "(forall (?y) (when (q ?y) (forall (?z) (on ?z ?y))))",
            {"p a", "q b", "on a b", "on b b", "on c b"},
        ),
        ("(when (exists (?y) (q ?y)) (r))", {"p a", "q b", "r"}),
        ("(when (p ?x) (when (q b) (r)))", {"p a", "q b", "r"}),
        ("(forall (?x) (when (q ?x) (r)))", {"p a", "q b", "r"}),
    ],
)
def test_effects_are_applied_to_the_state_before(effect: str, after: set[str]) -> None:
    trace = run(task(effect), "(act a)")
    assert facts(trace, 0) == {"p a", "q b"}
    assert facts(trace, 1) == after


def test_two_conditional_effects_swap_at_once() -> None:
    swap = task("(and (when (p ?x) (and (not (p ?x)) (q ?x))) (when (q ?x) (and (not (q ?x))"
                " (p ?x))))")  # fmt: skip
    trace = run(swap, "(act a) (act a) (act b)")
    assert [sorted(facts(trace, step)) for step in range(4)] == [
        ["p a", "q b"],
        ["q a", "q b"],
        ["p a", "q b"],
        ["p a", "p b"],
    ]


@pytest.mark.parametrize(
    ("effect", "reason"),
    [
        ("(oneof (p ?x) (q ?x))", "(oneof …): non-deterministic effects are not supported"),
        (
            "(probabilistic 0.5 (r))",
            "(probabilistic …): non-deterministic effects are not supported",
        ),
    ],
)
def test_effects_left_to_chance_are_undecided(effect: str, reason: str) -> None:
    trace = run(task(effect), "(act a)")
    assert (trace.verdict, trace.reason) == ("undecided", reason)


def test_an_action_beyond_the_simulator_hurts_nobody_else() -> None:
    domain = (
        PREDICATES
        + """(:action luck :parameters () :effect (oneof (r) (and)))
                             (:action sure :parameters () :effect (r))"""
    )
    both = task_of(domain, "(:objects a) (:init) (:goal (r))")
    assert verdict(both, "(sure)") == "valid"
    assert verdict(both, "(luck)") == "undecided"


def test_unreached_goals_are_listed() -> None:
    goal = "(and (p a) (q a) (not (q b)) (or (r) (q c)) (forall (?y) (p ?y)))"
    missed = task_of(PREDICATES, f"(:objects a b c) (:init (p a) (q b)) (:goal {goal})")
    trace = run(missed, "")
    assert trace.verdict == "invalid"
    assert trace.unreached == ("(q a)", "(not (q b))", "(or (r) (q c))", "(forall (?y) (p ?y))")


def test_execution_stops_at_the_first_failure() -> None:
    domain = PREDICATES + "(:action need :parameters (?x) :precondition (q ?x) :effect (r))"
    stops = task_of(domain, "(:objects a b c) (:init (q b)) (:goal (r))")
    trace = run(stops, "(need b) (need a) (need c)")
    assert (trace.failing_step, len(trace.states), trace.unreached) == (2, 1, ())
    assert verdict(stops, "(need b) (need b)") == "valid"


def test_effects_on_all_objects_are_the_same_for_each_action_of_a_schema() -> None:
    """Also where a type has no object, and after another action of the schema."""
    domain = """(:requirements :adl :typing) (:types empty) (:predicates (q ?x) (r ?x) (s))
    (:action act :parameters (?x)
      :effect (and (r ?x) (forall (?y) (not (q ?y))) (forall (?e - empty) (s))))
    (:action set :parameters (?x) :effect (forall (?y) (q ?y)))"""
    task = task_of(domain, "(:objects a b) (:init (q a)) (:goal (and))")
    trace = run(task, "(act a) (set a) (act b) (set b)")
    assert [facts(trace, step) for step in range(5)] == [
        {"q a"},
        {"r a"},
        {"r a", "q a", "q b"},
        {"r a", "r b"},
        {"r a", "r b", "q a", "q b"},
    ]
