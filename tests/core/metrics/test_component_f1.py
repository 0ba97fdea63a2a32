"""Predicate and parameter F1: a worked example, edge cases and a recount from the texts."""

from __future__ import annotations

import re
from fractions import Fraction
from random import Random

import pytest

from plancore.compare.domains import ALIGNED, BY_NAME, CompareOptions, compare_domains
from plancore.correspondence.names import Correspondence
from plancore.metrics.component_f1 import ComponentF1, component_f1
from plancore.snapshot import FileSnapshot
from support.disguises import Argument, Disguise, Types, disguised
from support.other_names import Names
from support.own_domains import OWN, own_domain

REFERENCE = """(define (domain kitchen)
  (:predicates (hot ?p) (on ?x ?y) (clean ?p))
  (:action heat :parameters (?p ?s) :effect (hot ?p))
  (:action wash :parameters (?p) :effect (clean ?p))
  (:action rest :parameters ()))
"""


def scores(learned: str, reference: str, options: CompareOptions = BY_NAME) -> ComponentF1:
    ours, theirs = FileSnapshot.of(learned).domain, FileSnapshot.of(reference).domain
    assert ours is not None
    assert theirs is not None
    return component_f1(compare_domains(ours, theirs, options))


def test_worked_example() -> None:
    learned = """(define (domain kitchen)
      (:predicates (hot ?p) (on ?x) (dirty ?p) (clean ?q))
      (:action heat :parameters (?p ?stove) :effect (hot ?p))
      (:action rest :parameters ()))
    """
    found = scores(learned, REFERENCE)
    # `hot` and `clean` agree; `on` has one argument, not two.
    assert (found.predicates.tp, found.predicates.fp, found.predicates.fn) == (2, 2, 1)
    assert found.predicates.f1 == Fraction(4, 7)
    # heat: {p, stove} and {p, s}; wash is missing; rest has none on both sides.
    assert found.parameters.value == (Fraction(1, 2) + 0 + 1) / 3


def test_names_that_are_mapped_count_as_their_counterparts() -> None:
    learned = """(define (domain kitchen)
      (:predicates (warm ?p) (on ?x ?y) (clean ?p))
      (:action warm-up :parameters (?a ?b) :effect (warm ?a))
      (:action wash :parameters (?p) :effect (clean ?p))
      (:action rest :parameters ()))
    """
    names = Correspondence(actions={"warm-up": "heat"}, predicates={"warm": "hot"})
    found = scores(learned, REFERENCE, CompareOptions(given=names))
    assert found.predicates.f1 == 1
    assert found.parameters.value == 1


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize(
    "disguise",
    [
        Disguise(Names.SYNONYMS, permute_arguments=True, permute_parameters=True),
        Disguise(Names.SYNONYMS, argument=Argument.DROPPED),
        Disguise(Names.SYNONYMS, types=Types.TO_PREDICATES),
    ],
    ids=str,
)
def test_what_a_mapping_explains_agrees(name: str, disguise: Disguise) -> None:
    reference = own_domain(name)
    learned = FileSnapshot.of(disguised(reference, disguise, 0)[0]).domain
    assert learned is not None
    diff = compare_domains(learned, reference, ALIGNED)
    differing = {change.what.value for change in diff.declarations}
    assert (component_f1(diff).predicates.f1 == 1) == ("predicates" not in differing)
    if all(action.is_identical for action in diff.actions):
        assert component_f1(diff).parameters.value == 1


def test_parameters_of_other_names_agree_where_they_are_matched() -> None:
    learned = REFERENCE.replace("(?p ?s)", "(?s ?pan)").replace("(hot ?p)))", "(hot ?pan)))")
    learned = learned.replace("(hot ?p))\n", "(hot ?pan))\n")
    assert scores(learned, REFERENCE).parameters.value == Fraction(5, 6)
    assert scores(learned, REFERENCE, ALIGNED).parameters.value == 1


def test_nothing_and_nothing_agree() -> None:
    empty = "(define (domain d))"
    assert scores(empty, empty).predicates.f1 == 1
    assert scores(empty, empty).parameters.value is None
    assert scores(empty, REFERENCE).parameters.value == 0
    assert scores(REFERENCE, empty).predicates.f1 == 0


@pytest.mark.parametrize("count", [100, pytest.param(1_000, marks=pytest.mark.slow)])
def test_recount_from_the_texts(count: int) -> None:
    random = Random(count)
    for _ in range(count):
        learned, reference = (_domain(random) for _ in range(2))
        found = scores(learned, reference)
        predicates = [_predicates(text) for text in (learned, reference)]
        assert found.predicates.f1 == _f1(*predicates)
        ours, theirs = _actions(learned), _actions(reference)
        each = [
            _f1(ours[name], variables) if name in ours else Fraction(0)
            for name, variables in theirs.items()
        ]
        assert found.parameters.value == (sum(each) / len(each) if each else None)


def _f1(ours: set[str], theirs: set[str]) -> Fraction:
    if not ours and not theirs:
        return Fraction(1)
    return Fraction(2 * len(ours & theirs), len(ours) + len(theirs))


def _domain(random: Random) -> str:
    names = random.sample("pqrst", random.randint(0, 5))
    predicates = (f"({name}{' ?x' * random.randint(0, 1)})" for name in names)
    actions = (
        f"(:action {name} :parameters ({' '.join(random.sample(['?a', '?b', '?c'], n))}))"
        for name in random.sample("uvw", random.randint(0, 3))
        for n in (random.randint(0, 3),)
    )
    return f"(define (domain d) (:predicates {' '.join(predicates)}) {' '.join(actions)})"


def _predicates(text: str) -> set[str]:
    return set(re.findall(r"\(([pqrst](?: \?x)?)\)", text))


def _actions(text: str) -> dict[str, set[str]]:
    found = re.findall(r":action (\w) :parameters \((.*?)\)", text)
    return {name: set(variables.split()) for name, variables in found}
