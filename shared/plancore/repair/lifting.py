"""From ground atoms at a step to the literals of its schema that mean them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import product
from math import prod

from plancore.model.domain import Action, Domain
from plancore.model.formula import AtomicFormula, Formula, Not, TypedName, walk
from plancore.model.ground import GroundAtom
from plancore.model.problem import Problem
from plancore.simulate.limits import UndecidedError

_MAX_LITERALS = 20_000
"""How many literals are made of one schema when any might matter."""


class Lifting:
    """The literals that may be written into the schemas of a domain.

    Their arguments are parameters and constants of the types that the predicate is declared with.
    Those of a predicate that is not declared are any, as many as where the domain or a goal of
    `problems` uses it first.
    """

    def __init__(self, domain: Domain, problems: Collection[Problem]) -> None:
        self._accepts = domain.hierarchy.accepts
        self._constants = {constant.name: constant for constant in reversed(domain.constants)}
        self._predicates = {
            predicate.name: predicate.parameters for predicate in reversed(domain.predicates)
        }
        for atom in _atoms_of(domain, problems):
            if atom.predicate != "=":
                anything = tuple(TypedName(str(term), ()) for term in atom.args)
                self._predicates.setdefault(atom.predicate, anything)
        self._derived = frozenset(axiom.predicate for axiom in domain.axioms)
        self._atoms: dict[tuple[str, str], list[AtomicFormula]] = {}

    def literals(
        self, action: Action, args: tuple[str, ...], atom: GroundAtom
    ) -> Iterator[AtomicFormula]:
        """The atoms over the parameters of `action` that are `atom` where these are `args`."""
        options: list[list[str]] = []
        for position, name in enumerate(atom[1:]):
            here = [
                parameter.name
                for parameter, value in zip(action.parameters, args, strict=True)
                if value == name and self._fits(parameter, atom[0], position)
            ]
            constant = self._constants.get(name)
            if constant is not None and self._fits(constant, atom[0], position):
                here.append(name)
            if not here:
                return
            options.append(here)
        for chosen in product(*options):
            yield AtomicFormula(atom[0], chosen)

    def all_literals(self, action: Action) -> Iterator[Formula]:
        """Every literal over the parameters of `action`, of both signs.

        Raises UndecidedError when there are too many.
        """
        count = 0
        for predicate in self._predicates:
            for atom in self.atoms(action, predicate):
                count += 1
                if count > _MAX_LITERALS:
                    raise UndecidedError(f"too many literals could be written into {action.name}")
                yield atom
                yield Not(atom)

    def atoms(self, action: Action, predicate: str) -> Sequence[AtomicFormula]:
        """Every atom of a predicate over the parameters of `action`.

        Raises UndecidedError when there are too many.
        """
        known = self._atoms.get((action.name, predicate))
        if known is None:
            names = [*action.parameters, *self._constants.values()]
            options = [
                [name.name for name in names if self._fits(name, predicate, position)]
                for position in range(len(self._predicates.get(predicate, ())))
            ]
            if prod(map(len, options)) > _MAX_LITERALS:
                raise UndecidedError(f"too many literals could be written into {action.name}")
            known = [AtomicFormula(predicate, chosen) for chosen in product(*options)]
            self._atoms[action.name, predicate] = known
        return known

    @property
    def predicates(self) -> frozenset[str]:
        """The predicates that are declared or used."""
        return frozenset(self._predicates)

    def in_effects(self, predicate: str) -> bool:
        """Whether effects can change a predicate: it is known, and not derived."""
        return predicate in self._predicates and predicate not in self._derived

    def _fits(self, name: TypedName, predicate: str, position: int) -> bool:
        parameters = self._predicates.get(predicate, ())
        return position >= len(parameters) or self._accepts(parameters[position].types, name.types)


def _atoms_of(domain: Domain, problems: Collection[Problem]) -> Iterator[AtomicFormula]:
    """The atoms in the actions and axioms of `domain`, in constraints, and in goals."""
    formulas = [
        *(part for action in domain.actions for part in (action.precondition, action.effect)),
        *(axiom.body for axiom in domain.axioms),
        *(problem.goal for problem in problems),
        *(problem.constraints for problem in problems),
        domain.constraints,
    ]
    for formula in formulas:
        parts = () if formula is None else walk(formula)
        yield from (part for part in parts if isinstance(part, AtomicFormula))
