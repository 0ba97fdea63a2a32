"""The literals that an action could have, for counting true negatives.

L(a) holds `p(t…)` and its negation for every predicate `p` and all terms `t` among the action's
parameters and the constants whose type fits; a term may be repeated; `=` is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import prod
from typing import TypeAlias

from plancore.compare.actions import UnchangedElements
from plancore.compare.domains import DomainDiff
from plancore.formula.canonical import Literal
from plancore.formula.elements import Element
from plancore.formula.naming import AS_WRITTEN
from plancore.memo import lazy
from plancore.model.domain import Action, TypeHierarchy, TypeNames
from plancore.model.formula import Term

Look: TypeAlias = tuple[bool | None, bool]
"""The sign of an element, and whether it is a literal of some L(a)."""


class UniverseScope(StrEnum):
    """The domains whose predicates and constants make up the universe."""

    BOTH = "both"
    REFERENCE = "reference"


class LiteralUniverse:
    """The universes of all actions of one comparison."""

    def __init__(self, diff: DomainDiff, scope: UniverseScope = UniverseScope.BOTH) -> None:
        domains = [(diff.reference, AS_WRITTEN)]
        if scope is UniverseScope.BOTH:
            domains.append((diff.learned, diff.correspondence.to_reference))
        self._signatures: dict[str, tuple[TypeNames, ...]] = {}
        self._constants: dict[str, TypeNames] = {}
        parents: dict[str, TypeNames] = {}
        for domain, naming in domains:
            for predicate in domain.predicates:
                name = naming.predicates.get(predicate.name, predicate.name)
                if name not in self._signatures:
                    types = tuple([naming.type_names(p.types) for p in predicate.parameters])
                    self._signatures[name] = types
            for constant in domain.constants:
                name = naming.terms.get(constant.name, constant.name)
                self._constants.setdefault(name, naming.type_names(constant.types))
            for name, above in domain.hierarchy.parents.items():
                theirs = naming.types.get(name, name)
                parents[theirs] = parents.get(theirs, ()) + naming.type_names(above)
        self._hierarchy = TypeHierarchy(parents)
        self._fits: dict[tuple[TypeNames, TypeNames], bool] = {}
        self._known: dict[tuple[TypeNames, ...], ActionUniverse] = {}

    def of(self, action: Action) -> ActionUniverse:
        """The universe of `action`; actions with the same parameter types share it."""
        types = tuple([parameter.types for parameter in action.parameters])
        universe = self._known.get(types)
        if universe is None:
            universe = self._known[types] = self._make(types)
        return universe

    def _make(self, parameters: tuple[TypeNames, ...]) -> ActionUniverse:
        terms = {f"?{k}": types for k, types in enumerate(parameters)} | self._constants
        slot_types = {types for signature in self._signatures.values() for types in signature}
        fitting = {
            types: frozenset(
                t for t, term_types in terms.items() if self._accepts(types, term_types)
            )
            for types in slot_types
        }
        return ActionUniverse(
            {
                predicate: tuple(fitting[types] for types in signature)
                for predicate, signature in self._signatures.items()
                if predicate != "="
            }
        )

    def _accepts(self, slot_types: TypeNames, term_types: TypeNames) -> bool:
        fits = self._fits.get((slot_types, term_types))
        if fits is None:
            fits = self._fits[slot_types, term_types] = self._hierarchy.accepts(
                slot_types, term_types
            )
        return fits


@dataclass(frozen=True)
class ActionUniverse:
    """For each predicate, the terms that fit at each argument."""

    fitting: dict[str, tuple[frozenset[str], ...]]
    _known: dict[Literal, Look] = field(default_factory=dict, init=False, compare=False)

    @lazy
    def n_atoms(self) -> int:
        """The number of atoms, half the number of literals."""
        return sum(prod(map(len, arguments)) for arguments in self.fitting.values())

    def looks(self, elements: Sequence[Element]) -> tuple[Look, ...]:
        """The sign of each of `elements`, and whether it is one of the literals."""
        if type(elements) is UnchangedElements:
            known, look = self._known, self._look
            return tuple([known.get(literal) or look(literal) for literal in elements.literals])
        return tuple([self._look_at(element) for element in elements])

    def _look_at(self, element: Element) -> Look:
        if element.positive is None or not element.is_plain:
            return element.positive, False
        return self._look((element.positive, element.predicate, element.args))

    def _look(self, literal: Literal) -> Look:
        """The look of a literal without time and guard, cached: actions share literals."""
        look = self._known.get(literal)
        if look is None:
            look = self._known[literal] = literal[0], self._holds(*literal[1:])
        return look

    def _holds(self, predicate: str, args: tuple[Term, ...]) -> bool:
        arguments = self.fitting.get(predicate)
        if arguments is None or len(arguments) != len(args):
            return False
        return all(arg in terms for arg, terms in zip(args, arguments, strict=True))
