"""Objects of two problems that have other names."""

from __future__ import annotations

import re
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from plancore.compare.problems import compare_problems
from plancore.correspondence.objects import match_objects
from plancore.model.problem import Problem
from plancore.snapshot import FileSnapshot

DEPOT = """(define (problem depot) (:domain parcels)
  (:objects van lorry - vehicle north south east - town crate box - parcel)
  (:init (at van north) (at lorry east) (in crate north) (in box south) (road north south)
         (road south east) (= (load-of van) 2) (= (load-of lorry) 5) (not (in box east)))
  (:goal (and (in crate east) (in box north))))"""
_RENAMED = {"van": "v1", "lorry": "v2", "north": "a", "south": "b", "east": "c", "crate": "p1"}


def problem_of(text: str) -> Problem:
    definition = FileSnapshot.of(text).first("problem")
    assert definition is not None
    return definition.problem


def renamed(text: str, names: dict[str, str]) -> str:
    return re.sub(r"[\w-]+", lambda word: names.get(word[0], word[0]), text)


def test_objects_are_matched_by_their_facts() -> None:
    found = match_objects(problem_of(renamed(DEPOT, _RENAMED)), problem_of(DEPOT))
    assert found.constants == {theirs: ours for ours, theirs in _RENAMED.items()}


def test_one_fact_that_is_missing_remains_the_difference() -> None:
    learned = problem_of(renamed(DEPOT.replace("(in box south)", ""), _RENAMED))
    reference = problem_of(DEPOT)
    diff = compare_problems(learned, reference, match_objects(learned, reference))
    assert not diff.objects
    (change,) = (change for part in diff.parts for change in part.changes)
    assert change.reference is not None
    assert change.reference.text == "(in box south)"


def test_names_that_both_have_stay() -> None:
    exchanged = renamed(DEPOT, {"north": "south", "south": "north"})
    assert match_objects(problem_of(exchanged), problem_of(DEPOT)).is_identity


def test_objects_without_facts_that_agree_are_not_matched() -> None:
    other = "(define (problem p) (:domain d) (:objects k) (:init (seen k)) (:goal (and)))"
    assert match_objects(problem_of(other), problem_of(DEPOT)).is_identity


@given(st.integers(0, 10_000), st.integers(3, 7))
def test_chains_are_matched_whatever_the_order(seed: int, size: int) -> None:
    rng = Random(seed)
    facts = [f"(next o{n} o{n + 1})" for n in range(size - 1)]
    shuffled = rng.sample(facts, len(facts))
    objects = [f"o{n}" for n in range(size)]

    def text(names: list[str], init: list[str]) -> str:
        return (
            f"(define (problem p) (:domain d) (:objects {' '.join(names)}) "
            f"(:init {' '.join(init)}) (:goal (at o{size - 1})))"
        )

    mine = rng.sample([f"x{n}" for n in range(size)], size)
    names = dict(zip(objects, mine, strict=True))
    learned = problem_of(renamed(text(rng.sample(objects, size), shuffled), names))
    found = match_objects(learned, problem_of(text(objects, facts)))
    assert found.constants == {theirs: ours for ours, theirs in names.items()}
