"""Objects that stand where others stand in the other problem."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from plancore.compare.other_objects import OtherObject, other_objects
from plancore.compare.problems import compare_problems
from plancore.model.problem import Problem
from plancore.snapshot import FileSnapshot

FACTS = ["(at {0} home)", "(road {0} home)", "(road home {0})", "(loop {0} {0})", "(open {0})"]


def problem(objects: str, facts: list[str], goal: str = "(done)") -> Problem:
    text = f"""(define (problem p) (:domain d) (:objects home {objects})
      (:init {" ".join(facts)}) (:goal {goal}))"""
    read = FileSnapshot.of(text).problem
    assert read is not None, text
    return read


def found(learned: Problem, reference: Problem) -> list[OtherObject]:
    return other_objects(compare_problems(learned, reference))


def names(pairs: list[OtherObject]) -> list[tuple[str, str, int]]:
    return [(pair.learned, pair.reference, len(pair.changes)) for pair in pairs]


def test_an_object_that_stands_for_another_one_is_one_cause() -> None:
    learned = problem("pier", [*(fact.format("pier") for fact in FACTS), "(late)"])
    reference = problem("square", [fact.format("square") for fact in FACTS])
    # The two declarations count, too, and a fact with the object twice is no changed one but a
    # missing and an extra one. What the reference has not does not count.
    assert names(found(learned, reference)) == [("pier", "square", len(FACTS) + 3)]


def test_what_is_not_clear_is_no_cause() -> None:
    two = [fact.format("square") for fact in FACTS[:2]]
    ours = [fact.format("pier") for fact in FACTS[:2]]
    assert found(problem("pier", ours[:1]), problem("square", two[:1])) == [], "a single fact"
    assert found(problem("pier square", ours), problem("square pier", two)) == [], "both have both"
    others = [fact.format("market") for fact in FACTS[2:4]]
    piers = [fact.format("pier") for fact in FACTS[:4]]
    assert found(problem("pier", piers), problem("square market", [*two, *others])) == []


@given(st.sets(st.sampled_from(FACTS)), st.sets(st.sampled_from(FACTS)))
def test_renaming_it_removes_what_is_counted(ours: set[str], theirs: set[str]) -> None:
    learned = problem("pier", sorted(fact.format("pier") for fact in ours))
    reference = problem("square", sorted(fact.format("square") for fact in theirs))
    renamed = problem("square", sorted(fact.format("square") for fact in ours))
    before, after = compare_problems(learned, reference), compare_problems(renamed, reference)
    counts = [
        len(diff.objects) + sum(len(part.changes) for part in diff.parts)
        for diff in (before, after)
    ]
    for pair in other_objects(before):
        assert counts[0] - counts[1] >= len(pair.changes)
