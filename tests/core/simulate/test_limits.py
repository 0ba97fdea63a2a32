"""What keeps execution bounded: huge tasks are answered, endless ones given up, all cancellable."""

from __future__ import annotations

from itertools import pairwise

import pytest

from plancore.notation.plans.reader import read_plan
from plancore.simulate.execute import execute
from plancore.simulate.task import Task
from plancore.stop import SpentError, StoppedError
from support.plans import plan_of
from support.stop import spent_at_once, stop_at_once
from support.tasks import run, task_of, verdict


def names(count: int) -> list[str]:
    return [f"o{index}" for index in range(count)]


def test_an_action_with_billions_of_instances_is_bound_on_demand() -> None:
    parameters = " ".join(f"?x{index}" for index in range(12))
    domain = f"""(:predicates (p ?x)) (:action a :parameters ({parameters})
        :precondition (p ?x0) :effect (p ?x11))"""
    task = task_of(domain, f"(:objects {' '.join(names(500))}) (:init (p o0)) (:goal (p o1))")
    arguments = " ".join(["o0", *["o7"] * 10, "o1"])
    assert verdict(task, f"(a {arguments})") == "valid"


CHAIN = """(:predicates (next ?x ?y) (mark ?x) (done))
    (:action chain :parameters () :precondition
      (exists (?a ?b ?c ?d ?e ?f) (and (next ?a ?b) (next ?b ?c) (next ?c ?d) (next ?d ?e)
        (next ?e ?f) (mark ?f))) :effect (done))
    (:action product :parameters () :precondition
      (exists (?a ?b ?c ?d) (or (and (next ?a ?a) (mark ?b) (mark ?c) (mark ?d))
        (and (next ?d ?d) (mark ?a) (mark ?b) (mark ?c)))) :effect (done))
    (:action cross :parameters () :precondition
      (exists (?a ?b ?c ?d ?e) (and (not (next ?a ?b)) (not (next ?b ?c)) (not (next ?c ?d))
        (not (next ?d ?e)) (mark ?a) (not (mark ?a)))) :effect (done))
    (:action spread :parameters () :effect (forall (?a ?b ?c ?d) (when (not (mark ?a)) (done))))"""


def chain(count: int) -> Task:
    objects = names(count)
    facts = " ".join(f"(next {a} {b})" for a, b in pairwise(objects))
    problem = f"(:objects {' '.join(objects)}) (:init {facts} (mark o5)) (:goal (done))"
    return task_of(CHAIN, problem)


def test_a_join_follows_the_facts_instead_of_all_objects() -> None:
    # 2000 objects to the power of 6 would take longer than the universe has.
    assert verdict(chain(2000), "(chain)") == "valid"


def test_a_condition_is_tested_as_soon_as_its_variables_are_bound() -> None:
    assert verdict(chain(300), "(cross)") == "invalid@1"


@pytest.mark.slow
@pytest.mark.parametrize("plan", ["(product)", "(spread)"])
def test_too_many_bindings_are_given_up_with_a_reason(plan: str) -> None:
    steps, _ = read_plan(plan)
    trace = execute(chain(400), steps, limit=200_000)
    assert trace.verdict == "undecided"
    assert "the limit of variable bindings is reached" in (trace.reason or "")


@pytest.mark.slow
def test_a_derived_predicate_of_many_objects_is_given_up_too() -> None:
    domain = """(:predicates (p ?x) (d ?a ?b ?c ?d)) (:derived (d ?a ?b ?c ?d) (not (p ?a)))
                (:action a :parameters () :precondition (d o1 o2 o3 o4) :effect (and))"""
    task = task_of(domain, f"(:objects {' '.join(names(300))}) (:goal (and))")
    trace = execute(task, plan_of("a"), limit=200_000)
    assert trace.verdict == "undecided"


def test_a_checkpoint_ends_the_computation() -> None:
    long = plan_of(*["chain"] * 1000)
    with pytest.raises(StoppedError):
        execute(chain(20), long, checkpoint=stop_at_once)
    with pytest.raises(StoppedError):
        execute(chain(400), plan_of("product"), checkpoint=stop_at_once)
    assert execute(chain(20), plan_of("chain"), checkpoint=stop_at_once).verdict == "valid"


def test_time_that_is_up_is_not_taken_for_too_many_objects() -> None:
    with pytest.raises(SpentError):
        execute(chain(400), plan_of("product"), checkpoint=spent_at_once)


@pytest.mark.parametrize("laps", [40, pytest.param(400, marks=pytest.mark.long)])
def test_a_long_plan_runs_and_any_state_is_near(laps: int) -> None:
    count = 200
    cells = names(count)
    roads = " ".join(f"(next {a} {b})" for a, b in zip(cells, [*cells[1:], cells[0]], strict=True))
    task = task_of(
        """(:predicates (next ?x ?y) (at ?x) (seen ?x)) (:action go :parameters (?x ?y)
           :precondition (and (at ?x) (next ?x ?y)) :effect (and (not (at ?x)) (at ?y) (seen ?y)))
           (:action forget :parameters (?x) :effect (not (seen ?x)))""",
        f"(:objects {' '.join(cells)}) (:init (at o0) {roads}) (:goal (at o0))",
    )
    lap = [f"go {cells[i]} {cells[(i + 1) % count]}" for i in range(count)]
    forget = [f"forget {cell}" for cell in cells[:50]]
    trace = execute(task, plan_of(*((lap + forget) * laps)))
    steps = 250 * laps
    assert (trace.verdict, len(trace.states)) == ("valid", steps)
    assert len(trace.state(steps).dynamic) == 1 + count - 50
    assert not trace.state(steps).holds(("seen", "o7"))


def test_nobody_recurses_on_a_long_chain_of_axioms() -> None:
    axioms = " ".join(f"(:derived (d{i} ?x) (d{i + 1} ?x))" for i in range(1500))
    domain = f"""(:predicates (p ?x)) {axioms} (:derived (d1500 ?x) (p ?x))
                 (:action a :parameters (?x) :precondition (d0 ?x) :effect (and))"""
    task = task_of(domain, "(:objects a b) (:init (p a)) (:goal (and))")
    assert run(task, "(a a)").verdict == "valid"
    assert run(task, "(a b)").verdict == "invalid"
