"""Causal links and unneeded steps."""

from __future__ import annotations

from functools import cache
from itertools import product

from plancore.metrics.base import ExecutedPlan
from plancore.metrics.causal_link_distance import CausalLinkDistance, measure
from plancore.simulate.causal_links import causal_links, link_labels, unneeded_steps
from plancore.simulate.task import Task
from plancore.simulate.trace import Trace
from support.tasks import run, task_of

DOMAIN = """
(:requirements :adl :numeric-fluents)
(:predicates (at ?x) (have ?x) (lit) (locked) (seen ?x)) (:functions (coins) (total-cost))
(:action go :parameters (?x ?y) :precondition (at ?x) :effect (and (not (at ?x)) (at ?y)))
(:action take :parameters (?x) :precondition (and (at ?x) (not (locked))) :effect (have ?x))
(:action lock :parameters () :effect (locked))
(:action unlock :parameters () :precondition (locked) :effect (not (locked)))
(:action light :parameters () :effect (lit))
(:action look :parameters () :effect (forall (?x) (when (and (at ?x) (lit)) (seen ?x))))
(:action earn :parameters () :effect (and (increase (coins) 1) (increase (total-cost) 1)))
(:action reset :parameters () :effect (assign (coins) 0))
(:action buy :parameters (?x) :precondition (>= (coins) 1) :effect (have ?x))
(:action touch :parameters (?x) :precondition (at ?x) :effect (and (not (at ?x)) (at ?x)))
"""


@cache
def task_with(goal: str) -> Task:
    init = "(at a) (= (coins) 0) (= (total-cost) 0)"
    return task_of(DOMAIN, f"(:objects a b c) (:init {init}) (:goal (and {goal}))")


def trace(plan: str, goal: str = "(have b)") -> Trace:
    return run(task_with(goal), plan)


def links(trace: Trace) -> list[str]:
    return [f"{a} {literal} {b}" for a, literal, b in causal_links(trace)]


def link_distance(learned: Trace, reference: Trace) -> CausalLinkDistance | None:
    return measure(ExecutedPlan(learned).links, ExecutedPlan(reference).links)


def test_links_name_the_last_producer() -> None:
    assert links(trace("(go a b) (take b)")) == [
        "0 (at a) 1",
        "1 (at b) 2",
        "0 (not (locked)) 2",
        "2 (have b) 3",
    ]


def test_negative_literals_come_from_the_last_deleter() -> None:
    assert links(trace("(lock) (unlock) (go a b) (take b)"))[-3:] == [
        "3 (at b) 4",
        "2 (not (locked)) 4",
        "4 (have b) 5",
    ]


def test_adding_again_makes_a_new_producer() -> None:
    assert "2 (at b) 3" in links(trace("(go a b) (touch b) (take b)"))


def test_labels_have_no_step_numbers() -> None:
    labels = {(a, str(literal), b) for a, literal, b in link_labels(trace("(go a b) (take b)"))}
    assert labels == {
        ("INIT", "(at a)", "(go a b)"),
        ("(go a b)", "(at b)", "(take b)"),
        ("INIT", "(not (locked))", "(take b)"),
        ("(take b)", "(have b)", "GOAL"),
    }


def test_a_failing_plan_has_the_links_of_what_ran() -> None:
    assert links(trace("(go a b) (go a c) (take b)")) == ["0 (at a) 1"]


def test_unneeded_steps_lead_to_no_goal() -> None:
    assert unneeded_steps(trace("(light) (go a b) (take b) (lock) (unlock)")) == (1, 4, 5)
    assert unneeded_steps(trace("(go a c) (go c b) (take b) (go b a)")) == (4,)
    assert unneeded_steps(trace("(lock) (unlock) (go a b) (take b)")) == ()


def test_conditional_effects_and_numbers_are_needs_too() -> None:
    assert unneeded_steps(trace("(light) (go a b) (look) (take b)", "(seen b)")) == (4,)
    assert unneeded_steps(trace("(earn) (reset) (earn) (earn) (buy b)")) == (1,)
    assert unneeded_steps(trace("(go a b) (take b) (earn)")) == (3,)


def test_a_disjunctive_goal_needs_what_it_mentions() -> None:
    assert unneeded_steps(trace("(light) (go a b) (take b)", "(or (lit) (have c))")) == (2, 3)


def test_plans_that_do_not_run_have_no_unneeded_steps() -> None:
    assert unneeded_steps(trace("(light) (take b)")) == ()


def test_steps_of_unsorted_timed_plans_have_the_numbers_of_the_text() -> None:
    timed = trace("2: (take b)\n0: (light)\n1: (go a b)")
    assert unneeded_steps(timed) == (2,)
    assert links(timed)[1:] == ["3 (at b) 1", "0 (not (locked)) 1", "1 (have b) 4"]


def test_braces_make_no_other_links() -> None:
    plain = trace("(go a b) (take b) (light)")
    for text in (
        "{(go a b)}, {(take b)}, {(light)}",
        "(go a b), {(take b), (light)}",
        "{(light), (go a b)}, (take b)",
        "0: (go a b)\n1: (take b)\n1: (light)",
        "1: (light)\n1: (take b)\n0.5: (go a b)",
    ):
        distance = link_distance(plain, trace(text))
        assert distance is not None
        assert distance.value == 0, text
        assert distance.shared == 4


def test_a_parallel_plan_has_the_links_of_its_serialisations() -> None:
    steps = ["(go a b)", "(go b a)", "(take a)", "(take b)", "(lock)", "(unlock)", "(light)"]
    n_parallel = 0
    for *plan, place in product(steps, steps, steps, (0, 1)):
        pair = plan[place : place + 2]
        if pair[0] == pair[1]:
            continue
        together = f"{{{', '.join(pair)}}}"
        parallel = trace(", ".join([*plan[:place], together, *plan[place + 2 :]]))
        if not parallel.executable:
            continue
        n_parallel += 1
        for order in (pair, pair[::-1]):
            serial = trace(", ".join([*plan[:place], *order, *plan[place + 2 :]]))
            distance = link_distance(parallel, serial)
            assert distance is not None
            assert distance.value == 0, plan
    assert n_parallel > 40


DURATIVE = """
(:requirements :durative-actions :negative-preconditions :timed-initial-literals)
(:predicates (lit) (open) (fixed) (idle))
(:durative-action light :parameters () :duration (= ?duration 8) :condition (at start (idle))
  :effect (and (at start (lit)) (at end (not (lit)))))
(:durative-action mend :parameters () :duration (= ?duration 2)
  :condition (and (over all (lit)) (at end (open))) :effect (at end (fixed)))
(:action unlock :parameters () :effect (open))
"""


def durative(plan: str, init: str = "(idle)") -> Trace:
    return run(task_of(DURATIVE, f"(:init {init}) (:goal (fixed))"), plan)


def test_durative_actions_have_links() -> None:
    one = durative("1: (mend) [2]\n0: (light) [8]\n2: (unlock)")
    assert one.executable, one.reason
    assert links(one) == ["0 (idle) 2", "2 (lit) 1", "3 (open) 1", "1 (fixed) 4"]
    other = durative("0: (light) [8]\n1: (mend) [2]\n4: (light) [8]", "(idle) (open)")
    distance = link_distance(one, other)
    assert distance is not None
    assert (distance.shared, distance.learned_only, distance.reference_only) == (3, 1, 1)
    same = link_distance(one, durative("0.5: (unlock)\n1: (light) [8]\n2: (mend) [2]"))
    assert same is not None
    assert same.value == 0


def test_what_the_problem_changes_comes_from_the_problem() -> None:
    text = "0: (unlock)\n1: (light) [8]\n4: (mend) [2]"
    timed = durative(text, "(idle) (at 2 (not (open))) (at 3 (open))")
    assert timed.executable, timed.reason
    assert "0 (open) 3" in links(timed)
