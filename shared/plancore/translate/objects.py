"""The objects of a problem as another model knows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from plancore.model.formula import TypedName
from plancore.model.problem import Problem
from plancore.model.types import OBJECT
from plancore.simulate.objects import Objects
from plancore.translate.object_types import ObjectTypes
from plancore.translate.remarks import Remarks
from plancore.translate.translation import Counterpart, Translation

_NEW: Final = "the-"


class TranslatedObjects:
    """Objects with the types of the target, and what stands where the source has no argument.

    Where the target asks for an object of a type that has none, because the source leaves it
    implicit, there is one that is made for it.
    """

    def __init__(self, way: Translation, problem: Problem, remarks: Remarks) -> None:
        self.way = way
        self._hierarchy = way.target.hierarchy
        self._source_hierarchy = way.source.hierarchy
        self._remarks = remarks
        self.given: dict[str, TypedName] = {}
        for typed in (*way.source.constants, *problem.objects):
            self.given.setdefault(typed.name, typed)
        self._source_objects = Objects(self._source_hierarchy, self.given.values())
        types = ObjectTypes(way, problem, remarks)
        constants = {constant.name for constant in way.target.constants}
        self.added = [
            TypedName(way.object(name), types.of(typed))
            for name, typed in self.given.items()
            if way.object(name) not in constants
        ]
        self.all = Objects(self._hierarchy, (*way.target.constants, *self.added))
        self._make_implicit()

    def fitting(self, types: tuple[str, ...]) -> tuple[str, ...]:
        """The objects of the target that fit `types`."""
        return self.all.of(types)

    def fits(self, name: str, types: tuple[str, ...]) -> bool:
        """Whether an object of the target may stand where `types` is asked for."""
        allowed = self.all.allowed(types)
        return allowed is None or name in allowed

    def of_source_type(self, name: str) -> Iterator[str]:
        """The target's names of the objects that the source declares to be of a type."""
        for given in self.given.values():
            if given.types and self._source_hierarchy.accepts((name,), given.types):
                yield self.way.object(given.name)

    def tell_what_drops(self, predicate: str, way: Counterpart) -> None:
        """Remark on a predicate that loses an argument which more than one object fits."""
        types = self.way.source_roles.symbols[predicate].args
        for place, wanted in enumerate(types):
            if place not in way.places and len(self._source_objects.of(wanted)) > 1:
                self._remarks.tell(f"`{predicate}` loses an argument that several objects fit")

    def _make_implicit(self) -> None:
        """One object for each type that is asked for where the source has no argument."""
        for types in dict.fromkeys(self._implicit_types()):
            if not types or OBJECT in types or self.fitting(types):
                continue
            name = f"{_NEW}{types[0]}"
            while name in self.all.types:
                name += "-"
            self.added.append(TypedName(name, (types[0],)))
            self.all = Objects(self._hierarchy, (*self.way.target.constants, *self.added))
            self._remarks.add(f"`{name}` is added: there is no object of the type {types[0]}")

    def _implicit_types(self) -> Iterator[tuple[str, ...]]:
        way = self.way
        for actions in way.actions.values():
            for counterpart in actions:
                parameters = counterpart.action.parameters
                yield from _open((p.types for p in parameters), counterpart.places)
        for symbols in (*way.predicates.values(), *way.functions.values()):
            for symbol in symbols:
                yield from _open(way.target_roles.symbols[symbol.name].args, symbol.places)


def _open(
    types: Iterable[tuple[str, ...]], places: Iterable[int | None]
) -> Iterator[tuple[str, ...]]:
    return (wanted for wanted, place in zip(types, places, strict=True) if place is None)
