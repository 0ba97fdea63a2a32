"""Problems of one task, one for a domain and one for the same domain in disguise."""

from __future__ import annotations

from random import Random
from typing import Final

from plancore.correspondence.pairs import Pairs, Side
from plancore.model.domain import Domain
from plancore.model.formula import AtomicFormula, TypedName
from plancore.model.problem import Problem
from plancore.model.types import OBJECT

_FACTS: Final = 5
_OF_EACH_TYPE: Final = 3
_UNTYPED: Final = 6


def both_problems(reference: Domain, true: Pairs, random: Random) -> tuple[Problem, Problem]:
    """The learned problem and the reference's: the same random facts, in each side's own words."""
    objects = _objects(reference)
    names = {pair.reference: pair for pair in true.predicates if None not in pair.arguments}
    ours, theirs = [], []
    for predicate in reference.predicates:
        fitting = [_of_type(reference, objects, p.types) for p in predicate.parameters]
        if not all(fitting):
            continue
        rows = {tuple(random.choice(names) for names in fitting) for _ in range(_FACTS)}
        for row in sorted(rows):
            theirs.append(AtomicFormula(predicate.name, row))
            pair = names.get(predicate.name)
            if pair is not None:
                args = tuple(row[place] for place in pair.arguments if place is not None)
                ours.append(AtomicFormula(pair.learned, args))
    for played in true.type_predicates:
        if played.side is Side.LEARNED:
            members = _of_type(reference, objects, (played.type,))
            ours += [AtomicFormula(played.predicate, (name,)) for name in members]
    types = {pair.reference: pair.learned for pair in true.types}
    own = tuple(TypedName(o.name, tuple(types[t] for t in o.types if t in types)) for o in objects)
    learned = Problem("p", objects=own, init=tuple(random.sample(ours, len(ours))))
    return learned, Problem("p", objects=objects, init=tuple(theirs))


def _objects(domain: Domain) -> tuple[TypedName, ...]:
    """Some objects of each type that has none below it."""
    leaves = sorted(t for t in domain.hierarchy.names if domain.hierarchy.below([t]) == {t})
    typed = [(name, n) for name in leaves if name != OBJECT for n in range(_OF_EACH_TYPE)]
    if not typed:
        return tuple(TypedName(f"o{number}") for number in range(_UNTYPED))
    return tuple(TypedName(f"o{number}", (name,)) for number, (name, _) in enumerate(typed))


def _of_type(
    domain: Domain, objects: tuple[TypedName, ...], types: tuple[str, ...]
) -> tuple[str, ...]:
    return tuple(o.name for o in objects if domain.hierarchy.accepts(types or (OBJECT,), o.types))
