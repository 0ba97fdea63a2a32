"""Goals that hold in the same reachable states, recounted with sets of states of our own."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest

from plancore.model.formula import Formula
from plancore.simulate.atoms import UndecidedError
from plancore.simulate.successor import goals_agree, successor
from plancore.simulate.task import Task
from plancore.snapshot import FileSnapshot
from plancore.stop import StoppedError
from support.stop import stop_at_once

DOMAIN = """(define (domain ferry) (:predicates (at ?x ?p) (on ?c) (empty))
  (:action sail :parameters (?f ?a ?b) :precondition (and (at ?f ?a) (= ?f boat))
    :effect (and (at ?f ?b) (not (at ?f ?a))))
  (:action board :parameters (?c ?a) :precondition (and (at ?c ?a) (at boat ?a) (empty)
      (not (= ?c boat))) :effect (and (on ?c) (not (at ?c ?a)) (not (empty))))
  (:action land :parameters (?c ?a) :precondition (and (on ?c) (at boat ?a))
    :effect (and (at ?c ?a) (empty) (not (on ?c)))))"""
PROBLEM = """(define (problem p) (:domain ferry) (:objects boat c d p q)
  (:init (at boat p) (at c p) (at d q) (empty)) (:goal {}))"""
ATOMS = [*(f"(at {x} {p})" for x, p in product(("boat", "c", "d"), "pq")), "(on c)", "(empty)"]
WORLD = ("boat", "c", "d", "p", "q")


def task_with(goal: str, domain: str = DOMAIN) -> Task:
    model, problem = FileSnapshot.of(domain).domain, FileSnapshot.of(PROBLEM.format(goal)).problem
    assert model is not None
    assert problem is not None
    return Task(model, problem)


def goal_of(goal: str) -> Formula:
    return task_with(goal).problem.goal


def reachable() -> set[frozenset[tuple[str, ...]]]:
    """All states, by trying every action with every object."""
    task = task_with("(and)")
    start = frozenset(task.initial.facts)
    seen, waiting = {start}, [start]
    while waiting:
        state = waiting.pop()
        for name, count in (("sail", 3), ("board", 2), ("land", 2)):
            for args in product(WORLD, repeat=count):
                after = successor(task, state, (name, *args))
                if after is not None and after not in seen:
                    seen.add(after)
                    waiting.append(after)
    return seen


@pytest.mark.slow
def test_as_recounted_with_all_states() -> None:
    states, dice, answers = reachable(), Random(7), set()
    conjunctions = [list(each) for n in (1, 2, 3) for each in combinations(ATOMS, n)]
    pairs = [dice.sample(conjunctions, 2) for _ in range(120)]
    pairs += [[each, [*each, atom]] for each in dice.sample(conjunctions, 20) for atom in ATOMS]
    for one, other in pairs:
        first, second = (
            {s for s in states if all(tuple(a.strip("()").split()) in s for a in each)}
            for each in (one, other)
        )
        texts = (f"(and {' '.join(each)})" for each in (one, other))
        task, goal = task_with(next(texts)), goal_of(next(texts))
        assert goals_agree(task, goal) is (first == second)
        answers.add(first == second)
    assert answers == {True, False}


def test_numeric_conditions_and_durations_are_undecided() -> None:
    for more in (
        "(:functions (fuel)) (:action drain :parameters () :precondition (> (fuel) 1))",
        "(:durative-action wait :parameters () :duration (= ?duration 1))",
    ):
        with pytest.raises(UndecidedError):
            goals_agree(task_with("(empty)", f"{DOMAIN[:-1]} {more})"), goal_of("(on c)"))


def test_a_checkpoint_ends_it() -> None:
    with pytest.raises(StoppedError):
        goals_agree(task_with("(empty)"), goal_of("(empty)"), stop_at_once)
