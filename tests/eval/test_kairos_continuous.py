"""Verdicts and failing times beside those of kairos on plans for processes, events and continuous
effects: plans that kairos printed for our domains, and the same with one thing changed.

kairos lets actions of one time happen in the order of the text in domains with processes; so do we.
It finds the time at which a condition breaks by sampling, to a millionth.
"""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from plancore.notation.plans.reader import read_plan
from plancore.simulate.task import Task
from plancore.simulate.trace import Verdict
from plancore.simulate.validate import validate_text
from plancore.snapshot import FileSnapshot
from support.random_plans import Line, mutated, same_failure

kairos: Any = pytest.importorskip("kairos", reason="kairos-planner has wheels for Linux only")

MUTANTS = 12

TANK = """(define (domain tank)
(:requirements :fluents :durative-actions :time :duration-inequalities :negative-preconditions)
(:predicates (open) (full) (on))
(:functions (level) (rate) (cap))
(:process fill :parameters () :precondition (open) :effect (increase (level) (* #t (rate))))
(:event over :parameters () :precondition (and (open) (>= (level) (cap)))
  :effect (and (not (open)) (full)))
(:action turn :parameters () :precondition (not (open)) :effect (open))
(:action close :parameters () :precondition (open) :effect (not (open)))
(:durative-action burn :parameters () :duration (>= ?duration 0)
  :condition (over all (>= (level) 1))
  :effect (and (decrease (level) (* #t 2)) (at start (on)) (at end (not (on))))))"""
CAR = """(define (domain car) (:requirements :fluents :time :negative-preconditions)
(:predicates (running) (crashed)) (:functions (d) (v) (fuel))
(:process moving :parameters () :precondition (running)
  :effect (and (increase (d) (* #t (v))) (decrease (fuel) (* #t 1))))
(:event wall :parameters () :precondition (and (running) (>= (d) 30))
  :effect (and (not (running)) (crashed)))
(:event empty :parameters () :precondition (and (running) (<= (fuel) 0)) :effect (not (running)))
(:action start :parameters () :precondition (and (not (running)) (not (crashed)))
  :effect (and (running) (assign (v) 2)))
(:action faster :parameters () :precondition (running) :effect (increase (v) 1))
(:action stop :parameters () :precondition (running)
  :effect (and (not (running)) (assign (v) 0))))"""
DRIP = """(define (domain drip)
(:requirements :typing :fluents :durative-actions :duration-inequalities)
(:types pot) (:predicates (free) (watered ?p - pot)) (:functions (wet ?p - pot) (store))
(:durative-action water :parameters (?p - pot)
  :duration (and (>= ?duration 0.5) (<= ?duration 6))
  :condition (and (at start (free)) (over all (>= (store) 0)) (at end (<= (wet ?p) 8)))
  :effect (and (at start (not (free))) (at end (free)) (increase (wet ?p) (* #t 1.5))
    (decrease (store) (* #t 1.5)) (at end (watered ?p))))
(:durative-action refill :parameters () :duration (= ?duration 2)
  :condition (at start (<= (store) 20)) :effect (increase (store) (* #t 3))))"""
ROOMS = """(define (domain rooms)
(:requirements :typing :fluents :durative-actions :time :negative-preconditions
 :duration-inequalities)
(:types room) (:predicates (heated ?r - room) (idle) (warm ?r - room))
(:functions (temp ?r - room) (used))
(:process cooling :parameters (?r - room) :precondition (and (not (heated ?r)) (> (temp ?r) 10))
  :effect (decrease (temp ?r) (* #t 0.5)))
(:event comfort :parameters (?r - room) :precondition (and (not (warm ?r)) (>= (temp ?r) 20))
  :effect (warm ?r))
(:durative-action heat :parameters (?r - room) :duration (and (>= ?duration 1) (<= ?duration 8))
  :condition (and (at start (idle)) (over all (<= (temp ?r) 25)))
  :effect (and (at start (not (idle))) (at start (heated ?r)) (at end (idle))
    (at end (not (heated ?r))) (increase (temp ?r) (* #t 2))
    (at end (increase (used) ?duration)))))"""
STATES = {
    "tank": (TANK, "(:init (= (level) 3) (= (rate) 2) (= (cap) 10))"),
    "car": (CAR, "(:init (= (d) 0) (= (v) 0) (= (fuel) 9))"),
    "drip": (
        DRIP,
        "(:objects x y - pot) (:init (free) (= (store) 5) (= (wet x) 0) (= (wet y) 2))",
    ),
    "rooms": (
        ROOMS,
        "(:objects a b - room) (:init (idle) (= (temp a) 12) (= (temp b) 14) (= (used) 0))",
    ),
}
_FASTER = "0.000: (faster) [0.000]\n"
PLANS = [
    ("tank", "(and (full) (<= (level) 6))",
     "0.000: (turn) [0.000]\n3.500: (burn) [2.000]\n5.500: @PlanEND\n"),
    ("tank", "(full)", "0.000: (turn) [0.000]\n3.500: @PlanEND\n"),
    ("tank", "(and (not (open)) (>= (level) 5) (<= (level) 6))",
     "0.000: (turn) [0.000]\n1.000: (close) [0.000]\n1.000: @PlanEND\n"),
    ("tank", "(and (full) (not (on)) (<= (level) 3))",
     "0.000: (turn) [0.000]\n3.500: (burn) [3.500]\n7.000: @PlanEND\n"),
    ("car", "(and (>= (d) 20) (not (running)) (not (crashed)))",
     f"0.000: (start) [0.000]\n{8 * _FASTER}2.000: (stop) [0.000]\n2.000: @PlanEND\n"),
    ("car", "(crashed)", f"0.000: (start) [0.000]\n{10 * _FASTER}2.500: @PlanEND\n"),
    ("car", "(and (>= (d) 10) (<= (d) 12) (not (running)))",
     f"0.000: (start) [0.000]\n{6 * _FASTER}1.300: (stop) [0.000]\n1.300: @PlanEND\n"),
    ("drip", "(and (watered x) (>= (wet x) 4))",
     "0.000: (water x) [0.500]\n0.501: (water x) [2.200]\n"),
    ("drip", "(and (>= (wet x) 4) (>= (wet y) 5))",
     "0.000: (water x) [2.700]\n2.701: (refill) [2.000]\n4.601: (water y) [2.000]\n"),
    ("drip", "(and (watered x) (watered y) (>= (store) 2))",
     "0.000: (water x) [0.500]\n0.501: (water y) [0.500]\n"),
    ("drip", "(>= (store) 8)", "0.000: (refill) [2.000]\n"),
    ("rooms", "(warm a)", "0.000: (heat a) [4.000]\n"),
    ("rooms", "(and (warm a) (warm b))", "0.000: (heat a) [4.000]\n4.001: (heat b) [4.001]\n"),
    ("rooms", "(and (warm a) (<= (temp b) 11))", "0.000: (heat a) [6.000]\n"),
]  # fmt: skip


def written(lines: list[Line], end: Fraction | None) -> str:
    """The lines in the order of their times: out of order they may look like several plans."""
    steps = [
        f"{float(line.start or 0):.3f}: ({' '.join(line.words)})"
        f" [{float(line.duration or 0):.3f}]\n"
        for line in sorted(lines, key=lambda line: line.start or Fraction(0))
    ]
    return "".join(steps) + ("" if end is None else f"{float(end):.3f}: @PlanEND\n")


def variants(task: Task, text: str, dice: random.Random) -> list[str]:
    """A plan, and the same with one thing changed or two."""
    plan, _ = read_plan(text)
    lines = [Line(step.action.key, step.start, step.duration) for step in plan.steps]
    texts = [text]
    for _ in range(MUTANTS):
        changed = mutated(lines, task, dice)
        if dice.random() < 0.2:
            changed = mutated(changed, task, dice)
        end = plan.end if dice.random() < 0.8 else None
        times = [max(line.start or Fraction(0), Fraction(0)) for line in changed]
        changed = [replace(line, start=time) for line, time in zip(changed, times, strict=True)]
        texts.append(written(changed, end))
    return texts


@pytest.mark.parametrize("number", range(len(PLANS)))
def test_verdicts_and_failing_times_are_those_of_kairos(number: int) -> None:
    name, goal, text = PLANS[number]
    domain, state = STATES[name]
    stated = f"(define (problem p) (:domain {name}) {state} (:goal {goal}))"
    ours = FileSnapshot.of(domain).domain
    problem = FileSnapshot.of(stated).problem
    assert ours is not None
    assert problem is not None
    task = Task(ours, problem)
    theirs = kairos.parse_problem(stated, kairos.parse_domain(domain))
    for plan in variants(task, text, random.Random(number)):
        found = validate_text(task, plan, "")
        report = kairos.validate(theirs, kairos.parse_plan(plan))
        told = " ".join(map(str, report.diagnostics))
        assert found.verdict is not Verdict.UNDECIDED, plan
        assert (found.verdict is Verdict.VALID) == bool(report.valid), f"{plan}{told}"
        if found.verdict is Verdict.INVALID:
            # What starts when another one ends does not see its effects, as in VAL; kairos lets
            # them happen in turn, and then finds that the goal does not hold.
            assert same_failure(found, report) or report.failed_step is None, f"{plan}{told}"
