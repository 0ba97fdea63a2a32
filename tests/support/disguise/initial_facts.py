"""Problems of one task, one for a domain and one for the same domain in disguise."""

from __future__ import annotations

from random import Random

from plancore.correspondence.pairs import Pairs
from plancore.model.domain import Domain
from plancore.model.formula import AtomicFormula, TypedName
from plancore.model.problem import Problem

_OBJECTS = ("ada", "bob", "cyd", "dan", "eve", "fay")
_FACTS = 5


def both_problems(reference: Domain, true: Pairs, random: Random) -> tuple[Problem, Problem]:
    """The learned problem and the reference's: the same random facts, in each side's own words."""
    objects = tuple(TypedName(name) for name in _OBJECTS)
    names = {pair.reference: pair for pair in true.predicates if None not in pair.arguments}
    ours, theirs = [], []
    for predicate in reference.predicates:
        rows = {tuple(random.choice(_OBJECTS) for _ in predicate.parameters) for _ in range(_FACTS)}
        for row in sorted(rows):
            theirs.append(AtomicFormula(predicate.name, row))
            pair = names.get(predicate.name)
            if pair is not None:
                args = tuple(row[place] for place in pair.arguments if place is not None)
                ours.append(AtomicFormula(pair.learned, args))
    learned = Problem("p", objects=objects, init=tuple(random.sample(ours, len(ours))))
    return learned, Problem("p", objects=objects, init=tuple(theirs))
