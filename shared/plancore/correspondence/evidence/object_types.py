"""What objects say: types, and predicates that may play one, that have the same objects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Final

from plancore.correspondence.known import plain
from plancore.correspondence.pairs import Pair
from plancore.correspondence.roles import Roles
from plancore.model.formula import AtomicFormula
from plancore.model.problem import Problem

_ALIKE: Final = 0.75

Members = dict[str, set[tuple[int, str]]]
"""The objects of each type, with the number of their problem."""


def types_in_common(
    problems: Iterable[tuple[Problem, Problem]], ours: Roles, theirs: Roles
) -> Mapping[Pair, float]:
    """The types of both sides, most of whose objects are the same: how many (Dice, in 0..1).

    Each two problems are of one task. Objects of the same name are the same.
    """
    mine: Members = {name: set() for name in ours.types}
    yours: Members = {name: set() for name in theirs.types}
    for number, (one, other) in enumerate(problems):
        shared = {plain(o.name) for o in one.objects} & {plain(o.name) for o in other.objects}
        _add(mine, ours, one, number, shared)
        _add(yours, theirs, other, number, shared)
    common = {(s, t): _dice(mine[s], yours[t]) for s, t in product(mine, yours)}
    return {pair: share for pair, share in common.items() if share >= _ALIKE}


def _add(members: Members, side: Roles, problem: Problem, number: int, shared: set[str]) -> None:
    for declared in problem.objects:
        if plain(declared.name) in shared:
            for name in side.hierarchy.above(declared.types):
                if name in members:
                    members[name].add((number, plain(declared.name)))
    for fact in problem.init:
        if isinstance(fact, AtomicFormula) and fact.predicate in side.type_predicates:
            members[fact.predicate].update(
                (number, plain(arg))
                for arg in fact.args
                if isinstance(arg, str) and plain(arg) in shared
            )


def _dice(one: set[tuple[int, str]], other: set[tuple[int, str]]) -> float:
    return 2 * len(one & other) / (len(one) + len(other)) if one and other else 0.0
