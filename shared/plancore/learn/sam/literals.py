"""Parameter-bound literals: what can be said of the parameters of an action and the constants.

A lifted atom is a tuple like a ground one, `("on", "?x", "?y")`. Predicates take the terms that
their declared types accept. An atom with one term twice, `("on", "?x", "?x")`, counts only where
trajectories have such an atom of the predicate: of the others `(not (on ?x ?x))` in every
precondition would say nothing that anybody can want to know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final, TypeAlias

from plancore.learn.learned import UnlearnableError
from plancore.learn.sam.observed import States
from plancore.model.domain import Action, Domain, Predicate
from plancore.model.formula import TypedName
from plancore.model.ground import StateAtoms
from plancore.model.types import TypeHierarchy

LiftedAtom: TypeAlias = tuple[str, ...]
Shape: TypeAlias = tuple[int, ...]
"""Which arguments of an atom are the same: for each the first position that it has."""

MOST_LITERALS: Final = 200_000
"""More atoms than this over the parameters of one action are refused: nobody could read them."""


def shape_of(args: Sequence[str]) -> Shape:
    """`(0, 1, 0)` for the arguments of `(p a b a)`."""
    return tuple(map(args.index, args))


def repeating_shapes(states: States) -> dict[str, frozenset[Shape]]:
    """By predicate the shapes of the atoms that name an object twice, in any state."""
    found: dict[str, set[Shape]] = {}
    for of_trajectory in states:
        before: StateAtoms = frozenset()
        for state in of_trajectory:
            # What held before has been looked at.
            for atom in state - before:
                if len(atom) > 2 and len(set(atom[1:])) < len(atom) - 1:
                    found.setdefault(atom[0], set()).add(shape_of(atom[1:]))
            before = state
    return {predicate: frozenset(shapes) for predicate, shapes in found.items()}


def without_repeating(states: States) -> tuple[States, int]:
    """The states without atoms that name an object twice; how many different ones there were."""
    found = {
        atom
        for of_trajectory in states
        for atom in frozenset().union(*of_trajectory)
        if len(set(atom[1:])) < len(atom) - 1
    }
    if not found:
        return states, 0
    return [[state - found for state in of_trajectory] for of_trajectory in states], len(found)


def lifted_atoms(
    action: Action, domain: Domain, repeating: Mapping[str, frozenset[Shape]]
) -> tuple[LiftedAtom, ...]:
    """Every atom over the parameters of `action` and the constants, in the order of declarations.

    Raises UnlearnableError for more than `MOST_LITERALS`.
    """
    hierarchy = domain.hierarchy
    terms = (*action.parameters, *domain.constants)
    atoms: list[LiftedAtom] = []
    for predicate in domain.predicates:
        for args in _arguments(predicate, terms, hierarchy):
            shape = shape_of(args)
            if len(set(shape)) == len(shape) or shape in repeating.get(predicate.name, ()):
                atoms.append((predicate.name, *args))
                if len(atoms) > MOST_LITERALS:
                    raise UnlearnableError(
                        f"{action.name} has more than {MOST_LITERALS:,} literals over its "
                        "parameters and the constants"
                    )
    return tuple(dict.fromkeys(atoms))


def _arguments(
    predicate: Predicate, terms: Sequence[TypedName], hierarchy: TypeHierarchy
) -> Iterator[tuple[str, ...]]:
    choices = [
        [term.name for term in terms if hierarchy.accepts(parameter.types, term.types)]
        for parameter in predicate.parameters
    ]
    return product(*choices)


def must_differ(action: Action, domain: Domain) -> tuple[tuple[str, str], ...]:
    """The pairs of a parameter with a later one, or a constant, that may be one object."""
    hierarchy = domain.hierarchy
    parameters = action.parameters
    pairs = [
        (one.name, other.name)
        for number, one in enumerate(parameters)
        for other in parameters[number + 1 :]
        if hierarchy.overlaps(one.types, other.types)
    ]
    pairs += [
        (parameter.name, constant.name)
        for parameter in parameters
        for constant in domain.constants
        if hierarchy.accepts(parameter.types, constant.types)
    ]
    return tuple(pairs)
