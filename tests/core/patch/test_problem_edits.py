"""Edits that make a problem say what another one says."""

from __future__ import annotations

import random

import pytest

from plancore.compare.problems import compare_problems
from plancore.diagnostic import apply_edits
from plancore.patch.problem_edits import edits_for_problem
from plancore.snapshot import FileSnapshot

HEAD = "(define (problem p) (:domain d)"
FULL = """\
(define (problem q) ; a task
  (:domain e)
  (:requirements :typing :negative-preconditions)
  (:objects a b - place ; where
            t - truck)
  (:init
    (at t a) ; here
    (not (at t b))
    (= (fuel t) 1.5)
    (at 5 (open b)))
  (:goal (and (at t b) ; there
              (not (at t a))))
  (:metric minimize (fuel t)))
"""
TEXTS = [
    f"{HEAD})",
    f"{HEAD} (:init) (:goal (and)))",
    f"{HEAD} (:objects a b) (:init (p a)) (:goal (p b)))",
    f"{HEAD} (:objects b - place) (:init (p b) (p b) (q)) (:goal (and (p b) (or (q) (p b)))))",
    f"{HEAD} (:init ; nothing yet\n  ) (:goal (not (q))) (:metric maximize (total-time)))",
    f"{HEAD}\n  (:objects\n    a - place\n    u - truck)\n  (:init\n    (at u a)\n  )\n"
    "  (:goal (at u a)))\n",
    FULL,
    FULL.replace("\n", "\r\n"),
]


def after(learned: str, reference: str) -> str:
    ours, theirs = FileSnapshot.of(learned), FileSnapshot.of(reference)
    definition = ours.first("problem")
    assert definition is not None
    assert theirs.problem is not None
    difference = compare_problems(definition.problem, theirs.problem)
    edits = edits_for_problem(difference, definition, ours.tree)
    return apply_edits(learned, [ours.edit(edit) for edit in edits])


@pytest.mark.parametrize("reference", TEXTS)
def test_the_result_says_what_the_reference_says(reference: str) -> None:
    for learned in TEXTS:
        result = after(learned, reference)
        ours, theirs = FileSnapshot.of(result), FileSnapshot.of(reference)
        assert not ours.tree.problems, result
        assert ours.problem is not None
        assert theirs.problem is not None
        difference = compare_problems(ours.problem, theirs.problem)
        assert difference.is_same, (result, difference)
        assert difference.denied.changes == ()
        assert ours.problem.name == theirs.problem.name
        assert set(ours.problem.requirements) == set(theirs.problem.requirements)
        if learned == reference:
            assert result == learned


def test_facts_come_and_go_in_the_layout_that_is_there() -> None:
    dice = random.Random(1)
    for _ in range(200):
        facts = [f"(p x{number})" for number in range(8)]
        ours, theirs = (sorted(dice.sample(facts, dice.randint(1, 6))) for _ in range(2))
        written = "".join(f"\n    {fact} ; {fact}!" for fact in ours)
        result = after(
            f"{HEAD}\n  (:init{written}\n  )\n  (:goal (q)))",
            f"{HEAD} (:init {' '.join(theirs)}) (:goal (q)))",
        )
        lines = [line.strip() for line in result.splitlines()]
        said = {line.partition(" ;")[0] for line in lines if line.startswith("(p")}
        assert said == set(theirs)
        # A comment stays, whatever becomes of the fact before it.
        assert all(f"; {fact}!" in result for fact in ours)
