"""Problem equivalence: the worked example, and a recount over all renamings and reachable
states."""

from __future__ import annotations

from itertools import pairwise, permutations
from random import Random

import pytest

from plancore.compare.problems import compare_problems
from plancore.metrics.problem_equivalence import METRIC, ProblemAnswer, ProblemPair
from plancore.snapshot import FileSnapshot

DOMAIN = """(define (domain shelf) (:predicates (on ?x ?y) (low ?x) (free ?x))
  (:action lift :parameters (?x ?y) :precondition (and (low ?x) (free ?x) (free ?y) (not (= ?x ?y)))
    :effect (and (on ?x ?y) (not (low ?x)) (not (free ?y))))
  (:action lower :parameters (?x ?y) :precondition (and (on ?x ?y) (free ?x))
    :effect (and (low ?x) (free ?y) (not (on ?x ?y)))))"""

Facts = frozenset[tuple[str, ...]]


def _problem(objects: str, init: Facts, goal: Facts) -> str:
    facts, goals = ([f"({' '.join(each)})" for each in sorted(some)] for some in (init, goal))
    return (
        f"(define (problem p) (:domain shelf) (:objects {' '.join(objects)})"
        f" (:init {' '.join(facts)}) (:goal (and {' '.join(goals)})))"
    )


def _answer(learned: str, reference: str, domain: str | None = DOMAIN) -> ProblemAnswer:
    ours, theirs = (FileSnapshot.of(text).problem for text in (learned, reference))
    assert ours is not None
    assert theirs is not None
    model = None if domain is None else FileSnapshot.of(domain).domain
    found = METRIC.measure(ProblemPair(diff=compare_problems(ours, theirs), domain=model))
    assert found is not None
    return found


def _towers(*towers: str) -> Facts:
    """The facts of towers, each from the top down."""
    facts: set[tuple[str, ...]] = set()
    for tower in towers:
        facts |= {("on", x, y) for x, y in pairwise(tower)}
        facts |= {("free", tower[0]), ("low", tower[-1])}
    return frozenset(facts)


START = _towers("a", "b", "c")


def test_what_a_goal_implies_may_be_left_out() -> None:
    """`(on a b) (on b c)` says where `c` is and that `a` is free; `(on a b)` does not."""
    whole = _problem("abc", START, _towers("abc"))
    short = _problem("xyz", _towers("x", "y", "z"), frozenset({("on", "x", "y"), ("on", "y", "z")}))
    found = _answer(short, whole)
    assert found.equivalence.holds
    assert found.equivalence.objects == {"x": "a", "y": "b", "z": "c"}
    assert found.goals_agree
    other = _problem("xyz", _towers("x", "y", "z"), frozenset({("on", "x", "y")}))
    assert _answer(other, whole).equivalence.holds is False
    assert _answer(short, whole, None).equivalence.holds is not True
    assert METRIC.to_data(found) == {
        "holds": True,
        "objects": {"x": "a", "y": "b", "z": "c"},
        "goals_agree": True,
    }


def test_two_problems_with_nothing_are_equivalent() -> None:
    empty = _problem("", frozenset(), frozenset())
    assert _answer(empty, empty).equivalence.holds
    assert _answer(empty, _problem("a", frozenset(), frozenset())).equivalence.holds is False


def test_too_many_renamings_are_undecided() -> None:
    """Seven crates look alike, and the goals name others of them."""
    start = _towers(*"abcdefg")
    one, other = (_problem("abcdefg", start, frozenset({("on", x, y)})) for x, y in ("ab", "cd"))
    assert _answer(one, other).equivalence.holds, "found without trying all of them"
    more = _problem("abcdefg", start, frozenset({("on", "a", "b"), ("free", "a")}))
    assert _answer(more, other).equivalence.holds is None
    few = _problem("abcdefg", _towers("ab", *"cdefg"), frozenset({("on", "a", "b")}))
    assert _answer(few, other).equivalence.holds is False, "the initial states differ"


def _reachable(start: Facts, objects: str) -> set[Facts]:
    """All states, by the rules of the domain written out with sets."""
    seen, waiting = {start}, [start]
    while waiting:
        state = waiting.pop()
        for x in objects:
            for y in objects:
                after = None
                if x != y and {("low", x), ("free", x), ("free", y)} <= state:
                    after = (state - {("low", x), ("free", y)}) | {("on", x, y)}
                elif {("on", x, y), ("free", x)} <= state:
                    after = (state - {("on", x, y)}) | {("low", x), ("free", y)}
                if after is not None and after not in seen:
                    seen.add(after)
                    waiting.append(after)
    return seen


def _some(dice: Random, objects: str) -> Facts:
    """Towers of the objects in any order."""
    order = dice.sample(objects, len(objects))
    towers, rest = [], "".join(order)
    while rest:
        at = dice.randint(1, len(rest))
        towers.append(rest[:at])
        rest = rest[at:]
    return _towers(*towers)


def _renamed(facts: Facts, names: dict[str, str]) -> Facts:
    return frozenset(tuple(names.get(word, word) for word in fact) for fact in facts)


@pytest.mark.slow
def test_as_recounted_over_all_renamings_and_states() -> None:
    dice, answers = Random(39), set()
    for _ in range(1_000):
        theirs = "abc"[: dice.randint(1, 3)]
        ours = dice.choice((theirs, "xyz"[: len(theirs)]))
        start = _some(dice, theirs)
        goal = frozenset(dice.sample(sorted(_some(dice, theirs)), dice.randint(1, len(theirs))))
        names = dict(zip(theirs, dice.sample(ours, len(ours)), strict=True))
        learned_start = _renamed(start if dice.random() < 0.8 else _some(dice, theirs), names)
        learned_goal = _renamed(goal, names)
        if dice.random() < 0.7:
            full = sorted(_renamed(_some(dice, theirs), names) | learned_goal)
            learned_goal = frozenset(dice.sample(full, dice.randint(1, len(full))))
        states = _reachable(start, theirs)

        right = [
            mapping
            for order in permutations(theirs)
            if _renamed(learned_start, mapping := dict(zip(ours, order, strict=True))) == start
            and all(
                (_renamed(learned_goal, mapping) <= state) == (goal <= state) for state in states
            )
        ]
        expected = bool(right)
        found = _answer(
            _problem(ours, learned_start, learned_goal), _problem(theirs, start, goal)
        ).equivalence
        assert found.holds is expected, (start, goal, learned_start, learned_goal)
        answers.add((expected, learned_goal == goal))
        if found.holds:
            assert found.objects is not None
            assert {each: each for each in ours} | dict(found.objects) in right
    assert len(answers) == 4
