"""Steps that are no instance of an action, each with a reason of its own."""

from __future__ import annotations

import pytest

from plancore.notation.plans.reader import read_plan
from plancore.simulate.execute import execute
from support.tasks import run, task_of

DOMAIN = """
(:requirements :typing)
(:types truck plane - vehicle vehicle parcel place - object)
(:constants base - place)
(:predicates (at ?x - object ?y - place))
(:action drive :parameters (?t - truck ?to - place) :precondition () :effect (at ?t ?to))
(:action go :parameters (?v - (either truck plane) ?to - place) :effect (at ?v ?to))
(:action any :parameters (?x) :effect (at ?x base))
"""
PROBLEM = "(:objects t - truck p - plane k - parcel v - vehicle home - place) (:init) (:goal (and))"
TASK = task_of(DOMAIN, PROBLEM)


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ("(fly t home)", "unknown action fly"),
        ("(drive t)", "drive takes 2 arguments, got 1"),
        ("(drive t home home)", "drive takes 2 arguments, got 3"),
        ("(any)", "any takes 1 argument, got 0"),
        ("(drive t mars)", "unknown object mars"),
        ("(drive p home)", "p is of type plane, but ?t must be of type truck"),
        ("(drive t k)", "k is of type parcel, but ?to must be of type place"),
        ("(drive v home)", "v is of type vehicle, but ?t must be of type truck"),
        ("(go k home)", "k is of type parcel, but ?v must be of type truck or plane"),
    ],
)
def test_each_mistake_has_its_message(step: str, reason: str) -> None:
    trace = run(TASK, f"(any t)\n{step}")
    assert (trace.verdict, trace.failing_step, trace.reason) == ("malformed", 2, reason)
    assert len(trace.states) == 0


@pytest.mark.parametrize("step", ["(drive t base)", "(go p home)", "(any k)", "(DRIVE T Home)"])
def test_subtypes_constants_and_either_are_accepted(step: str) -> None:
    assert run(TASK, step).verdict == "valid"


def test_a_malformed_step_comes_before_any_failure() -> None:
    domain = DOMAIN + "(:action never :parameters () :precondition (at t home) :effect (and))"
    trace = run(task_of(domain, PROBLEM), "(never) (fly) (any) (any k)")
    assert (trace.verdict, trace.failing_step) == ("malformed", 2)
    assert [wrong.step for wrong in trace.malformed] == [2, 3]


def test_an_object_of_several_types_must_fit_with_each() -> None:
    two = task_of(DOMAIN, "(:objects x - (either truck parcel) home - place) (:goal (and))")
    assert run(two, "(drive x home)").verdict == "malformed"
    assert run(two, "(any x)").verdict == "valid"


def test_a_durative_action_needs_a_time() -> None:
    domain = (
        DOMAIN
        + """(:durative-action rest :parameters () :duration (= ?duration 2)
                          :condition (and) :effect (at end (at t base)))"""
    )
    task = task_of(domain, PROBLEM)
    plan, _ = read_plan("(rest)")
    assert execute(task, plan).reason == "(rest) is durative, but the step has no start time"
    plan, _ = read_plan("1: (rest)")
    assert execute(task, plan).reason == "(rest) is durative, but the step has no duration"
    plan, _ = read_plan("1: (rest) [2]")
    assert execute(task, plan).verdict == "valid"


def test_an_action_with_further_variables_is_undecided() -> None:
    task = task_of(
        """(:predicates (on ?x ?y) (clear ?x))
        (:action lift :parameters (?x) :vars (?y) :precondition (on ?x ?y)
          :effect (and (clear ?y) (not (on ?x ?y))))
        (:action wait)""",
        "(:objects a b) (:init (on a b)) (:goal (and))",
    )
    trace = run(task, "(lift a)")
    assert (trace.verdict, trace.reason) == ("undecided", "`:vars` of lift is not executed")
    assert run(task, "(wait)").verdict == "valid"
