"""Replacement of one model's names by another's: variables, constants, predicates, types."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Final, TypeVar

from plancore.model.formula import TypedName
from plancore.model.record import record

if TYPE_CHECKING:
    from plancore.model.plan import GroundAtom, StateAtoms

_Term = TypeVar("_Term")

BLANK: Final = "_"
"""In place of an argument of the new name that the old name leaves implicit."""


_BLANK_WORD: Final = re.compile(r"(?<![^\s(])_(?![^\s)])")


def has_blank(text: str) -> bool:
    """Whether the text of a formula has a blank argument, so that it is not PDDL."""
    return _BLANK_WORD.search(text) is not None


@record
class Shape:
    """The mapping from the arguments of one name to those of another.

    `places` has for each new argument the position of the old one, or None; then it is taken from
    `fillers`, or blank. `n_before` is the number of old arguments. If `negated`, the new name is
    true exactly when the old one is false.
    """

    places: tuple[int | None, ...]
    n_before: int
    negated: bool = False
    fillers: Mapping[int, str] = field(default_factory=dict)

    def of(self, args: Sequence[_Term]) -> list[_Term | str]:
        """Map old arguments to new ones."""
        return [
            args[place] if place is not None and place < len(args) else self.fillers.get(k, BLANK)
            for k, place in enumerate(self.places)
        ]

    def filled(self, fitting: Callable[[int], Sequence[str]]) -> Shape:
        """Fill each open argument that exactly one `fitting` name fits; the others stay open."""
        fillers: dict[int, str] = {}
        for k, place in enumerate(self.places):
            names = fitting(k) if place is None else ()
            if len(names) == 1:
                fillers[k] = names[0]
        return replace(self, fillers=fillers) if fillers else self

    @property
    def is_exact(self) -> bool:
        """Whether every argument of both names has a counterpart."""
        return {*self.places} == {*range(self.n_before)}

    @property
    def reverse(self) -> Shape:
        """The mapping from the new name to the old one."""
        places = {old: new for new, old in enumerate(self.places) if old is not None}
        old_places = tuple(places.get(place) for place in range(self.n_before))
        return Shape(old_places, len(self.places), self.negated)


@record
class Naming:
    """A mapping from old names to new ones; a name that is not listed stays. `terms` has variables
    (with their `?`) and constants. `shapes` and `function_shapes` have the predicates and
    functions, by their old names, whose arguments change."""

    terms: Mapping[str, str] = field(default_factory=dict)
    predicates: Mapping[str, str] = field(default_factory=dict)
    functions: Mapping[str, str] = field(default_factory=dict)
    types: Mapping[str, str] = field(default_factory=dict)
    shapes: Mapping[str, Shape] = field(default_factory=dict)
    function_shapes: Mapping[str, Shape] = field(default_factory=dict)

    def with_terms(self, terms: Mapping[str, str]) -> Naming:
        """This naming with further `terms`, which override its own."""
        return Naming(
            {**self.terms, **terms},
            self.predicates,
            self.functions,
            self.types,
            self.shapes,
            self.function_shapes,
        )

    def type_names(self, types: tuple[str, ...]) -> tuple[str, ...]:
        """The renamed types in alphabetical order; `object` if there are none."""
        if len(types) == 1:
            if not self.types:
                return types
            return (self.types.get(types[0], types[0]),)
        return tuple(sorted({self.types.get(name, name) for name in types})) or ("object",)

    def typed_name(self, name: TypedName) -> TypedName:
        """Rename a constant, an object or a parameter; its types keep their order."""
        types = tuple([self.types.get(type_name, type_name) for type_name in name.types])
        return TypedName(self.terms.get(name.name, name.name), types)

    def fresh(self, variables: Iterable[TypedName]) -> dict[str, str]:
        """Names for bound variables: their own, numbered if they equal a new name."""
        taken = set(self.terms.values())
        fresh: dict[str, str] = {}
        for variable in variables:
            name = variable.name
            number = 0
            while name in taken:
                number += 1
                name = f"{variable.name}{number}"
            taken.add(name)
            fresh[variable.name] = name
        return fresh

    def state(self, state: StateAtoms) -> StateAtoms:
        """Rename the atoms of a state; the naming must not negate predicates or open arguments."""
        return frozenset([self.ground(atom) for atom in state])

    def ground(self, atom: GroundAtom) -> GroundAtom:
        """Rename an atom of a state."""
        return tuple(self.atom(atom[0], [self.terms.get(name, name) for name in atom[1:]]))

    def atom(self, predicate: str, args: Sequence[_Term]) -> list[_Term | str]:
        """The words of an atom; `args` are already renamed."""
        shape = self.shapes.get(predicate)
        name = self.predicates.get(predicate, predicate)
        return [name, *(args if shape is None else shape.of(args))]

    def term(self, function: str, args: Sequence[str]) -> list[str]:
        """The words of a function term; `args` are already renamed."""
        shape = self.function_shapes.get(function)
        name = self.functions.get(function, function)
        return [name, *(args if shape is None else shape.of(args))]

    def denies(self, predicate: str) -> bool:
        """Whether the new name is true exactly when the old one is false."""
        shape = self.shapes.get(predicate)
        return shape is not None and shape.negated


AS_WRITTEN = Naming()
