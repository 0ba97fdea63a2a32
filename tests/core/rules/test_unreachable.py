"""Goals that no chain of applicable actions reaches: what is missing first, and nothing unsaid."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import product

import pytest

from plancore.diagnostic import Diagnostic
from plancore.model.formula import AtomicFormula
from plancore.rules import relaxed
from plancore.rules.check import check
from plancore.snapshot import FileSnapshot
from plancore.source import changed_span
from plancore.stop import Checkpoint, StoppedError

LIBRARY = """\
(define (domain library)
  (:requirements :typing :derived-predicates :conditional-effects)
  (:types book shelf reader)
  (:constants desk - shelf)
  (:predicates (on ?b - book ?s - shelf) (lent ?b - book ?r - reader) (free ?r - reader)
    (near ?s - shelf ?t - shelf) (reaches ?s - shelf ?t - shelf) (read ?b - book))
  (:derived (reaches ?s - shelf ?t - shelf)
    (exists (?u - shelf) (and (near ?s ?u) (reaches ?u ?t))))
  (:derived (reaches ?s - shelf ?t - shelf) (near ?s ?t))
  (:action borrow :parameters (?b - book ?s - shelf ?r - reader)
    :precondition (and (on ?b ?s) (free ?r))
    :effect (and (lent ?b ?r) (not (on ?b ?s)) (not (free ?r))))
  (:action give-back :parameters (?b - book ?s - shelf ?r - reader)
    :precondition (lent ?b ?r)
    :effect (and (on ?b ?s) (free ?r) (not (lent ?b ?r))))
  (:action study :parameters (?r - reader)
    :precondition (free ?r)
    :effect (forall (?b - book) (when (lent ?b ?r) (read ?b))))
  (:action carry :parameters (?b - book ?s - shelf ?t - shelf)
    :precondition (and (on ?b ?s) (reaches ?s ?t)) :effect (on ?b ?t)))
(define (problem p) (:domain library)
  (:objects dune emma - book top low attic - shelf ann bob - reader)
  (:init INIT) (:goal (and GOAL)))
"""


def said(init: str, goal: str) -> list[Diagnostic]:
    file = FileSnapshot.of(LIBRARY.replace("INIT", init).replace("GOAL", goal), "library.pddl")
    return [found for found in check(file) if found.code == "unachievable-goal"]


@pytest.mark.parametrize(
    ("init", "goal", "link"),
    [
        ("(on dune top)", "(lent dune ann)", "`borrow` needs `(free ann)`"),
        ("(on dune top)", "(read dune)", "`give-back` needs `(lent ?b ?r)`"),
        # By kinds of objects all are reached; one by one these are not.
        ("(on dune top) (free bob)", "(lent dune ann)", "`borrow` needs `(free ann)`"),
        ("(on dune top) (free bob)", "(lent emma bob)", "`borrow` needs `(on emma ?s)`"),
        ("(near top low) (near low attic)", "(reaches low top)", "`reaches` needs `(near low "),
    ],
)
def test_the_first_link_that_is_missing_is_named(init: str, goal: str, link: str) -> None:
    (found,) = said(init, goal)
    assert link in found.message
    assert found.message.startswith(f"unreachable goal `{goal}`: ")
    assert found.message.endswith("which no initial fact or applicable action makes true")
    (related,) = found.related
    assert related.message.endswith("true, and needs this")


@pytest.mark.parametrize(
    ("init", "goal"),
    [
        ("(on dune top) (free ann)", "(lent dune ann) (read dune)"),
        ("(near top low) (near low attic)", "(reaches top attic)"),
        ("(on dune top) (near top low) (near low attic)", "(on dune attic)"),
        ("(lent dune ann)", "(on dune desk) (free ann)"),
    ],
)
def test_what_can_be_reached_is_not_reported(init: str, goal: str) -> None:
    assert said(init, goal) == []


def test_what_takes_too_long_is_not_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    by_kinds = "(on dune top) (near top low)"
    one_by_one = "(on dune top) (free bob)"
    monkeypatch.setattr(relaxed, "MOST_FACTS", 1)
    assert said(by_kinds, "(lent dune ann)") != []
    assert said(one_by_one, "(lent dune ann)") == []
    monkeypatch.setattr(relaxed, "MOST_STEPS", 0)
    assert said(by_kinds, "(lent dune ann)") == []


def test_it_is_stopped_at_a_checkpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise StoppedError

    checkpoint: Checkpoint = stop
    monkeypatch.setattr(relaxed, "_OFTEN", 1)
    file = FileSnapshot.of(LIBRARY.replace("INIT", "(free ann)").replace("GOAL", "(read dune)"))
    domain, problem = file.first("domain"), file.first("problem")
    assert domain is not None
    assert problem is not None
    environment = problem.problem_environment(domain)
    goals = (AtomicFormula("read", ("dune",)),)
    asked = relaxed.Exploration(domain, problem, environment, goals, checkpoint)
    with pytest.raises(StoppedError):
        asked.out_of_reach()


def test_after_edits_of_the_objects_it_is_that_of_a_new_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The facts of most pieces of `:init` are kept, replaced by the first objects of their types;
    the first of a type, a type or a name changes."""
    chance = random.Random(5)
    monkeypatch.setattr(relaxed, "MOST_FACTS", 0)
    domain = """\
(define (domain d)
  (:types book shelf reader)
  (:predicates (near ?x ?y) (free ?x) (on ?x ?y) (read ?x))
  (:action borrow :parameters (?b - book ?s - shelf ?r - reader)
    :precondition (and (on ?b ?s) (free ?r)) :effect (read ?b)))
"""
    names = ["zoe", "dune", *(f"place{number}" for number in range(20))]
    near = [f"(near {one} {other})" for one, other in product(names[2:], repeat=2)]
    facts = "\n".join(["(free zoe)", *near, "(on dune place3)"])
    rest = f"(:init {facts}) (:goal (and (read dune) (read place3) (read place4))))"
    file, seen = FileSnapshot.of(domain, "file.pddl"), set()
    for _ in range(30):
        listed = [f"{name} - {chance.choice(['shelf', 'reader', 'book'])}" for name in names]
        chance.shuffle(listed)
        objects = f"{chance.choice(['', 'another - reader '])}{' '.join(listed)}"
        problem = f"(define (problem p) (:domain d) (:objects {objects}) {rest}"
        file = file.edited(*changed_span(file.text, domain + problem))
        found = check(file)
        assert found == check(FileSnapshot.of(file.text, file.name))
        seen.add(tuple(each.message for each in found if each.code == "unachievable-goal"))
    assert len(seen) > 3


def test_it_is_the_relaxed_reachability_of_a_recount() -> None:
    """On small random worlds, whose actions are grounded one by one."""
    n_unreached = 0
    for seed in range(150):
        world = _World(random.Random(seed))
        file = FileSnapshot.of(world.text)
        found = {d.span for d in check(file) if d.code == "unachievable-goal"}
        texts = {file.source.text[span.start : span.end] for span in found}
        expected = {f"({' '.join(fact)})" for fact in world.goals - world.reached()}
        assert texts == expected, world.text
        n_unreached += len(expected)
    assert 50 < n_unreached < 400


Fact = tuple[str, ...]


class _World:
    """A domain of three predicates and three actions without types, with a problem."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self.objects = ["a", "b", "c"][: chance.randint(2, 3)]
        self.arity = {name: chance.randint(1, 2) for name in ("p", "q", "r", "s")}
        self.init = {self._fact(self.objects) for _ in range(chance.randint(1, 3))}
        self.goals = {self._fact(self.objects) for _ in range(3)}
        names = ["?x", "?y", "?z"]
        self.actions = [
            (
                [self._fact([*names, "a"]) for _ in range(chance.randint(0, 3))],
                [self._fact([*names, "b"]) for _ in range(chance.randint(1, 2))],
            )
            for _ in range(3)
        ]

    def _fact(self, terms: list[str]) -> Fact:
        name = self._chance.choice(list(self.arity))
        return (name, *(self._chance.choice(terms) for _ in range(self.arity[name])))

    @property
    def text(self) -> str:
        def written(facts: Iterator[Fact] | set[Fact] | list[Fact]) -> str:
            return " ".join(f"({' '.join(fact)})" for fact in facts)

        predicates = " ".join(
            f"({name} {' '.join(['?x', '?y'][:arity])})" for name, arity in self.arity.items()
        )
        actions = "".join(
            f"(:action a{number} :parameters (?x ?y ?z) :precondition (and {written(needs)})"
            f" :effect (and {written(adds)}))"
            for number, (needs, adds) in enumerate(self.actions)
        )
        return (
            f"(define (domain d) (:predicates {predicates}) (:constants a b) {actions})"
            f"(define (problem e) (:domain d) (:objects {' '.join(self.objects)})"
            f"(:init {written(sorted(self.init))}) (:goal (and {written(sorted(self.goals))})))"
        )

    def reached(self) -> set[Fact]:
        known, size = set(self.init), -1
        while len(known) != size:
            size = len(known)
            for needs, adds in self.actions:
                for values in product(self.objects, repeat=3):
                    binding = dict(zip(("?x", "?y", "?z"), values, strict=True))
                    if all(_under(binding, fact) in known for fact in needs):
                        known |= {_under(binding, fact) for fact in adds}
        return known


def _under(binding: Mapping[str, str], fact: Fact) -> Fact:
    return tuple(binding.get(term, term) for term in fact)
