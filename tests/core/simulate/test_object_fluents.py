"""Fluents whose values are objects, functions without parentheses, facts of a domain, agents."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.tasks import run, task_of

PLACES = ("here", "there", "yonder")
FLUENT = """(:requirements :adl :object-fluents :numeric-fluents) (:types place cart - object)
(:predicates (road ?a ?b - place) (seen ?p - place))
(:functions (lead ?c - cart) - cart (at ?c - cart) (home) (goal-of ?c - cart) - place
  (trips ?c - cart) - number)
(:action go :parameters (?c - cart ?to - place)
  :precondition (and (road (at ?c) ?to) (not (= (at ?c) ?to)))
  :effect (and (assign (at ?c) ?to) (increase (trips ?c) 1) (when (= ?to (home)) (seen ?to))))
(:action swap :parameters (?c ?d - cart)
  :precondition (not (= (at ?c) (at ?d))) :effect (and (assign (at ?c) (at ?d))))
(:action lose :parameters (?c - cart)
  :precondition (not (= (at ?c) undefined)) :effect (assign (at ?c) undefined))
(:action find :parameters (?c - cart)
  :precondition (= (at ?c) undefined) :effect (assign (at ?c) home))
(:action join :parameters (?c ?d - cart) :effect (assign (lead ?c) ?d))
(:action follow :parameters (?c - cart)
  :precondition (and (road (at ?c) (at (lead ?c))) (>= (trips (lead ?c)) 1))
  :effect (and (assign (at ?c) (at (lead ?c))) (increase (trips (lead (lead ?c))) (trips ?c))))
(:action mark :parameters (?c - cart) :precondition (not (seen (at (lead ?c))))
  :effect (and (seen (at (lead ?c))) (when (not (= (at ?c) (at (lead ?c)))) (not (seen (home))))))
"""
PREDICATE = """(:requirements :adl :numeric-fluents) (:types place cart - object)
(:predicates (road ?a ?b - place) (seen ?p - place) (at ?c - cart ?p - place) (home ?p - place)
  (lead ?c ?d - cart))
(:functions (trips ?c - cart))
(:action go :parameters (?c - cart ?to - place)
  :precondition (and (exists (?p - place) (and (at ?c ?p) (road ?p ?to))) (not (at ?c ?to)))
  :effect (and (forall (?p - place) (when (at ?c ?p) (not (at ?c ?p)))) (at ?c ?to)
    (increase (trips ?c) 1) (when (home ?to) (seen ?to))))
(:action swap :parameters (?c ?d - cart)
  :precondition (not (exists (?p - place) (and (at ?c ?p) (at ?d ?p))))
  :effect (and (forall (?p - place) (when (at ?c ?p) (not (at ?c ?p))))
    (forall (?p - place) (when (at ?d ?p) (at ?c ?p)))))
(:action lose :parameters (?c - cart)
  :precondition (exists (?p - place) (at ?c ?p))
  :effect (forall (?p - place) (when (at ?c ?p) (not (at ?c ?p)))))
(:action find :parameters (?c - cart)
  :precondition (not (exists (?p - place) (at ?c ?p)))
  :effect (forall (?p - place) (when (home ?p) (at ?c ?p))))
(:action join :parameters (?c ?d - cart)
  :effect (and (forall (?e - cart) (when (lead ?c ?e) (not (lead ?c ?e)))) (lead ?c ?d)))
(:action follow :parameters (?c - cart)
  :precondition (and (exists (?d ?e - cart ?p ?q - place) (and (lead ?c ?d) (lead ?d ?e)
    (at ?c ?p) (at ?d ?q) (road ?p ?q) (>= (trips ?d) 1))))
  :effect (and (forall (?p - place) (when (at ?c ?p) (not (at ?c ?p))))
    (forall (?d - cart ?p - place) (when (and (lead ?c ?d) (at ?d ?p)) (at ?c ?p)))
    (forall (?d ?e - cart) (when (and (lead ?c ?d) (lead ?d ?e))
      (increase (trips ?e) (trips ?c))))))
(:action mark :parameters (?c - cart)
  :precondition (exists (?d - cart ?q - place) (and (lead ?c ?d) (at ?d ?q) (not (seen ?q))))
  :effect (and (forall (?d - cart ?p - place) (when (and (lead ?c ?d) (at ?d ?p)) (seen ?p)))
    (forall (?p - place) (when (and (home ?p) (not (exists (?d - cart ?q - place)
      (and (lead ?c ?d) (at ?c ?q) (at ?d ?q))))) (not (seen ?p))))))"""
OBJECTS = "(:objects here there yonder - place red blue - cart)"
ROADS = "(road here there) (road there yonder) (road yonder here) (road there here)"

_CARTS = st.sampled_from(("red", "blue"))
_STEPS = st.one_of(
    st.builds("(go {} {})".format, _CARTS, st.sampled_from(PLACES)),
    st.builds("(swap {} {})".format, _CARTS, _CARTS),
    st.builds("(lose {})".format, _CARTS),
    st.builds("(join {} {})".format, _CARTS, _CARTS),
    st.builds("(follow {})".format, _CARTS),
    st.builds("(mark {})".format, _CARTS),
    st.builds("(find {})".format, _CARTS),
)


@given(st.lists(_STEPS, max_size=8), st.sampled_from(PLACES), st.sampled_from(PLACES))
def test_an_object_fluent_is_a_relation_to_its_value(
    steps: list[str], first: str, last: str
) -> None:
    fluent = task_of(
        FLUENT,
        f"""{OBJECTS} (:init {ROADS} (= (at red) {first}) (= (home) yonder) (= (trips red) 0)
        (= (trips blue) 0)) (:goal (= (at red) {last})) (:metric minimize (trips red))""",
    )
    relation = task_of(
        PREDICATE,
        f"""{OBJECTS} (:init {ROADS} (at red {first}) (home yonder) (= (trips red) 0)
        (= (trips blue) 0)) (:goal (at red {last})) (:metric minimize (trips red))""",
    )
    ours, theirs = (run(task, "\n".join(steps)) for task in (fluent, relation))
    assert (ours.verdict, ours.failing_step, ours.cost) == (
        theirs.verdict,
        theirs.failing_step,
        theirs.cost,
    )
    assert {a for a in ours.states.final.facts if a[0] == "seen"} == {
        a for a in theirs.states.final.facts if a[0] == "seen"
    }


@pytest.mark.parametrize(
    ("plan", "unsatisfied", "reason"),
    [
        ("(join red blue)\n(follow red)", ("(road (at red) (at (lead red)))",
                                           "(>= (trips (lead red)) 1)"), ""),
        ("(mark red)", (), "undefined effect of (mark red): (= (at (lead red)) undefined)"),
    ],
)  # fmt: skip
def test_nested_object_fluents_are_told_as_they_are_written(
    plan: str, unsatisfied: tuple[str, ...], reason: str
) -> None:
    problem = f"{OBJECTS} (:init {ROADS} (= (at red) here) (= (trips blue) 0)) (:goal (and))"
    trace = run(task_of(FLUENT, problem), plan)
    assert trace.unsatisfied == unsatisfied
    assert (trace.reason or "").startswith(reason)


def test_a_false_condition_is_shown_as_it_is_written() -> None:
    problem = f"{OBJECTS} (:init {ROADS} (= (at red) here) (= (trips red) 0)) (:goal {{}})"
    trace = run(task_of(FLUENT, problem.format("(= (at red) yonder)")), "(go red there)")
    assert trace.unreached == ("(= (at red) yonder)",)
    assert ("=at", "red", "there") in trace.states.final.facts


@pytest.mark.parametrize("battery", ["battery", "(battery)"])
@pytest.mark.parametrize("full", ["full", "(full)"])
def test_functions_without_parentheses_are_the_same(battery: str, full: str) -> None:
    task = task_of(
        f"""(:requirements :numeric-fluents :durative-actions) (:predicates (p))
        (:functions (battery) (full))
        (:durative-action use :parameters () :duration (= ?duration (- {full} 3))
          :condition (at start (>= {battery} (+ 1 {full})))
          :effect (and (at end (decrease {battery} {full})) (at end (p))))""",
        f"""(:init (= {battery} 9) (= {full} 5)) (:goal (and (p) (= {battery} 4)))
        (:metric minimize (+ {battery} 1))""",
    )
    assert run(task, "0: (use) [2]").cost == 5
    assert run(task, "0: (use) [3]").failing_step == 1
    assert run(task, "0: (use) [2]\n4: (use) [2]").failing_time == Fraction(4)


def test_a_goal_may_compare_two_functions_without_parentheses() -> None:
    task = task_of(
        "(:requirements :numeric-fluents) (:functions (a) (b)) (:action up :effect (increase a 1))",
        "(:init (= a 1) (= b 2)) (:goal (= a b))",
    )
    assert run(task, "(up)").verdict == "valid"
    assert run(task, "(up)\n(up)").verdict == "invalid"


def test_timeless_facts_hold_in_each_problem() -> None:
    task = task_of(
        """(:constants a b) (:predicates (next ?x ?y) (at ?x)) (:timeless (next a b))
        (:action go :parameters (?x ?y) :precondition (and (at ?x) (next ?x ?y))
          :effect (and (at ?y) (not (at ?x))))""",
        "(:init (at a)) (:goal (at b))",
    )
    assert run(task, "(go a b)").verdict == "valid"


def test_an_agent_is_a_parameter() -> None:
    task = task_of(
        """(:requirements :typing :multi-agent) (:types robot place) (:predicates
        (at ?r - robot ?p - place)) (:action go :agent ?r - robot :parameters (?a ?b - place)
        :precondition (at ?r ?a) :effect (and (not (at ?r ?a)) (at ?r ?b)))""",
        "(:objects r - robot a b - place) (:init (at r a)) (:goal (at r b))",
    )
    assert run(task, "(go r a b)").verdict == "valid"
    assert run(task, "(go a b)").malformed[0].misuse.kind == "wrong-arity"


@pytest.mark.parametrize(
    "condition",
    [
        "(or (at start (p)) (at end (p)))",
        "(not (at start (p)))",
        "(imply (at start (p)) (over all (q)))",
    ],
)
def test_times_inside_connectives_are_not_decided(condition: str) -> None:
    task = task_of(
        f"""(:predicates (p) (q)) (:durative-action a :parameters () :duration (= ?duration 1)
        :condition (and {condition}) :effect (at end (q)))""",
        "(:init (p)) (:goal (q))",
    )
    assert run(task, "0: (a) [1]").verdict == "undecided"


@pytest.mark.parametrize(("effect", "init"), [("(d)", ""), ("(p)", "(d)")])
def test_what_changes_a_derived_predicate_is_not_decided(effect: str, init: str) -> None:
    task = task_of(
        f"""(:predicates (p) (q) (d)) (:derived (d) (q))
        (:action a :parameters () :effect {effect})""",
        f"(:init {init}) (:goal (or (p) (d)))",
    )
    trace = run(task, "(a)")
    assert trace.undecided is not None
    assert "derived (d" in trace.undecided
