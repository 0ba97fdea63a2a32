"""Causal links and unneeded steps."""

from __future__ import annotations

from plancore.simulate.causal_links import causal_links, link_labels, unneeded_steps
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


def trace(plan: str, goal: str = "(have b)") -> Trace:
    init = "(at a) (= (coins) 0) (= (total-cost) 0)"
    task = task_of(DOMAIN, f"(:objects a b c) (:init {init}) (:goal (and {goal}))")
    return run(task, plan)


def links(trace: Trace) -> list[str]:
    return [f"{a} {literal} {b}" for a, literal, b in causal_links(trace)]


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
