"""From ground atoms at a step to the literals of its schema that mean them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

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

    def all_literals(
        self, action: Action, predicates: Iterable[str] | None = None
    ) -> Iterator[Formula]:
        """Every literal over the parameters of `action`, of both signs.

        With `predicates` only of those. Raises UndecidedError when there are too many.
        """
        names = [*action.parameters, *self._constants.values()]
        count = 0
        for predicate in self._predicates if predicates is None else predicates:
            parameters = self._predicates.get(predicate, ())
            options = [
                [name.name for name in names if self._fits(name, predicate, position)]
                for position in range(len(parameters))
            ]
            for chosen in product(*options):
                count += 1
                if count > _MAX_LITERALS:
                    raise UndecidedError(f"too many literals could be written into {action.name}")
                atom = AtomicFormula(predicate, chosen)
                yield atom
                yield Not(atom)

    @property
    def predicates(self) -> frozenset[str]:
        """The declared predicates."""
        return frozenset(self._predicates)

    def effect_predicates(self, predicates: Iterable[str]) -> list[str]:
        """Those of `predicates` that effects can change, in order of the alphabet."""
        return sorted(set(predicates) & self._predicates.keys() - self._derived)

    def _fits(self, name: TypedName, predicate: str, position: int) -> bool:
        parameters = self._predicates.get(predicate, ())
        return position >= len(parameters) or self._accepts(parameters[position].types, name.types)
