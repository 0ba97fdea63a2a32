"""Random walks, and the states along plans."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from plancore.model.problem import Problem
from plancore.notation.plans.reader import read_plan
from plancore.simulate.atoms import UndecidedError
from plancore.simulate.successor import Walker, successor, walk_along
from plancore.simulate.task import Task
from plancore.snapshot import FileSnapshot

DOMAIN = """(define (domain d) (:predicates (at ?x) (road ?x ?y) (stuck))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
    :effect (and (at ?y) (not (at ?x))))
  (:action stop :parameters () :precondition (not (stuck)) :effect (stuck)))"""
PROBLEM = """(define (problem p) (:domain d) (:objects a b c)
  (:init (at a) (road a b) (road a c)) (:goal (at b)))"""


@pytest.fixture
def task() -> Task:
    """Two roads that lead away from a, and something that can be done once."""
    domain, problem = FileSnapshot.of(DOMAIN).domain, FileSnapshot.of(PROBLEM).problem
    assert domain is not None
    assert problem is not None
    return Task(domain, problem)


def test_every_step_of_a_walk_is_an_action_that_applies(task: Task) -> None:
    for seed in range(20):
        states, actions, _ = Walker(task).walk(10, Random(seed))
        assert len(states) == len(actions) + 1 == 3, "both can be done once, then nothing"
        for before, action, after in zip(states[:-1], actions, states[1:], strict=True):
            assert successor(task, before, action) == after


def test_the_same_dice_give_the_same_walk_and_all_that_applies_is_as_likely(task: Task) -> None:
    walker = Walker(task)
    assert walker.walk(2, Random(1)) == walker.walk(2, Random(1))
    first = Counter(walker.walk(1, Random(seed)).actions[0] for seed in range(600))
    assert set(first) == {("go", "a", "b"), ("go", "a", "c"), ("stop",)}
    assert all(150 < count < 250 for count in first.values())


def test_a_plan_is_followed_to_the_step_that_fails(task: Task) -> None:
    plan, _ = read_plan("(stop)\n(go a b)\n(go b c)\n(go a c)\n")
    states, actions, _ = walk_along(task, plan)
    assert actions == (("stop",), ("go", "a", "b"))
    assert sorted(states[-1] - states[0]) == [("at", "b"), ("stuck",)]


def test_no_walk_has_durative_actions() -> None:
    lasting = DOMAIN.replace(
        "(:action stop :parameters () :precondition (not (stuck))",
        (
            "(:durative-action stop :parameters () :duration (= ?duration 1)"
            " :condition (at start (not (stuck)))"
        ),
    ).replace(":effect (stuck)", ":effect (at end (stuck))")
    domain, problem = FileSnapshot.of(lasting).domain, FileSnapshot.of(PROBLEM).problem
    assert domain is not None
    assert problem is not None
    task = Task(domain, problem)
    with pytest.raises(UndecidedError, match="durative"):
        successor(task, frozenset({("at", "a")}), ("stop",))
    with pytest.raises(UndecidedError, match="durative"):
        Walker(task).walk(9, Random(0))


def test_what_cannot_be_walked_is_said(task: Task) -> None:
    timed, _ = read_plan("0.0: (stop) [1.0]\n")
    with pytest.raises(UndecidedError, match="parallel or temporal steps"):
        walk_along(task, timed)
    objects = " ".join(f"x{k}" for k in range(500))
    many = FileSnapshot.of(f"(define (problem p) (:domain d) (:objects {objects}))").problem
    assert isinstance(many, Problem)
    with pytest.raises(UndecidedError, match="200,000 ground actions"):
        Walker(Task(task.domain, many))
