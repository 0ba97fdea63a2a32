"""From ground atoms at a step to the literals of its schema that mean them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from plancore.model.domain import Action, Domain
from plancore.model.formula import AtomicFormula, Formula, Not, TypedName
from plancore.model.ground import GroundAtom
from plancore.simulate.limits import UndecidedError

_MAX_LITERALS = 20_000
"""How many literals are made of one schema when any might matter."""


class Lifting:
    """The literals that may be written into the schemas of a domain.

    Their arguments are parameters and constants of the types that the predicate is declared with;
    one of an undeclared predicate may have any.
    """

    def __init__(self, domain: Domain) -> None:
        self._accepts = domain.hierarchy.accepts
        self._constants = {constant.name: constant for constant in reversed(domain.constants)}
        self._predicates = {
            predicate.name: predicate.parameters for predicate in reversed(domain.predicates)
        }
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
        """The declared predicates."""
        return frozenset(self._predicates)

    def in_effects(self, predicate: str) -> bool:
        """Whether effects can change a predicate: it is declared, and not derived."""
        return predicate in self._predicates and predicate not in self._derived

    def _fits(self, name: TypedName, predicate: str, position: int) -> bool:
        parameters = self._predicates.get(predicate, ())
        return position >= len(parameters) or self._accepts(parameters[position].types, name.types)
