"""Small worlds: which objects there are, of which types, and what the parameters of an action mean.

Parameters may coincide with each other and with constants, and every way to do so is a world of
its own: `(on ?x ?y)` and `(on ?y ?x)` are one atom when both mean the same block. So is every
choice of types that one of the two models accepts. Of types that make no difference to either model
one is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import NamedTuple, TypeAlias

from plancore.model.formula import TypedName
from plancore.model.ground import StateAtoms
from plancore.model.types import OBJECT, TypeHierarchy, TypeNames
from plancore.semantics import sat
from plancore.semantics.model import DomainModel
from plancore.semantics.sat import FALSE, TRUE, Lit, Prop, negated


class TypedPlace(NamedTuple):
    """Where one of the models asks for an object of some type."""

    model: DomainModel
    types: TypeNames


class ObjectKind(NamedTuple):
    """A type, standing for all that fit the same places; bit i of `fits` is for place i."""

    name: str
    fits: int


class PairedParameter(NamedTuple):
    """A parameter: its place in the learned action and in the reference's, as bits."""

    learned: int
    reference: int


class Constant(NamedTuple):
    """A constant, the places that it fits, as bits, and whether an action mentions it by name."""

    thing: TypedName
    fits: int
    is_mentioned: bool


@dataclass(frozen=True, slots=True)
class SmallWorld:
    """Objects with their types, others that may be there, and the object of each parameter.

    Each of the objects named by `possible` is there as one of `kinds` or not at all: a state says
    which, in atoms of its own.
    """

    objects: tuple[TypedName, ...]
    possible: tuple[str, ...]
    kinds: tuple[str, ...]
    arguments: tuple[str, ...]

    @property
    def size(self) -> int:
        """How many objects there are at most."""
        return len(self.objects) + len(self.possible)

    def is_of(self, name: str, model: DomainModel, types: TypeNames) -> Prop:
        """The proposition that `name` is there and may stand where `model` asks for `types`."""
        for thing in self.objects:
            if thing.name == name:
                return TRUE if model.accepts(types, thing) else FALSE
        kinds = (k for k in self.kinds if model.accepts(types, TypedName("", (k,))))
        return sat.Disjunction(tuple(_is_there(name, kind) for kind in kinds))

    def members(self, model: DomainModel, types: TypeNames) -> list[tuple[str, Prop]]:
        """The objects that may stand where `types` is asked for, and when they do."""
        names = (*(thing.name for thing in self.objects), *self.possible)
        conditions = ((name, self.is_of(name, model, types)) for name in names)
        return [(name, when) for name, when in conditions if when != FALSE]

    @property
    def laws(self) -> Prop:
        """The proposition that each possible object is of one kind, and that they come in order.

        The order excludes no world but those that differ in the names of possible objects.
        """
        there = [
            sat.Disjunction(tuple(_is_there(n, kind) for kind in self.kinds)) for n in self.possible
        ]
        ordered = (sat.Disjunction((negated(b), a)) for a, b in pairwise(there))
        single = (
            sat.Disjunction((negated(_is_there(name, first)), negated(_is_there(name, second))))
            for name in self.possible
            for index, first in enumerate(self.kinds)
            for second in self.kinds[:index]
        )
        return sat.Conjunction((*ordered, *single))

    def inhabitants(self, state: StateAtoms) -> tuple[TypedName, ...]:
        """The objects that are there in `state`."""
        return self.objects + tuple(
            TypedName(name, (kind,))
            for name in self.possible
            for kind in self.kinds
            if _is_there(name, kind).atom in state
        )


def _is_there(name: str, kind: str) -> Lit:
    return Lit(("?is", name, kind))


def kinds_of(
    names: Sequence[str], places: Sequence[TypedPlace], hierarchy: TypeHierarchy
) -> tuple[ObjectKind, ...]:
    """The types `names` of the reference as far as the places tell them apart.

    A type that both models have stands for the others if there is one, and one without subtypes,
    for objects are seldom of another.
    """
    accepted = [
        place.model.hierarchy.below(place.types or (OBJECT,)) | {*place.types} for place in places
    ]
    inner = {parent for parents in hierarchy.parents.values() for parent in parents}
    best: dict[int, tuple[bool, bool, str]] = {}
    for name in names:
        fits, shared = 0, True
        for index, place in enumerate(places):
            own_name = place.model.own_type(name)
            shared = shared and own_name is not None
            fits |= ((own_name or OBJECT) in accepted[index]) << index
        rank = (not shared, name in inner, name)
        best[fits] = min(best.get(fits, rank), rank)
    ranked = sorted((rank, fits) for fits, rank in best.items())
    return tuple(ObjectKind(rank[-1], fits) for rank, fits in ranked)


Chosen: TypeAlias = tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class Universe:
    """What worlds are made of. `quantified` are the places of quantified variables, as bits;
    `possible` is how many objects may be there besides those that parameters and constants are."""

    positions: tuple[PairedParameter, ...]
    quantified: int
    kinds: tuple[ObjectKind, ...]
    constants: tuple[Constant, ...]
    possible: int

    def worlds(self) -> Iterator[SmallWorld]:
        """Every world in which one model at least accepts the arguments, those in which all are
        different first."""
        names = self._names()
        counted = {kind.fits & self.quantified: kind.name for kind in reversed(self.kinds)}
        counted.pop(0, None)
        possible = tuple(f"x{index}" for index in range(1, self.possible + 1) if counted)
        for chosen, classes, fixed in self._partitions():
            for kinds in product(*(self._choices(wanted) for wanted in classes)):
                fits = [*zip((k.fits for k in kinds), classes, strict=True), *fixed]
                if not _accepted(fits):
                    continue
                objects = (
                    *(constant.thing for constant in self.constants),
                    *(TypedName(n, (k.name,)) for n, k in zip(names, kinds, strict=False)),
                )
                arguments = tuple(names[c] if isinstance(c, int) else c for c in chosen)
                yield SmallWorld(objects, possible, tuple(counted.values()), arguments)

    def _partitions(
        self,
    ) -> Iterator[
        tuple[Chosen, tuple[PairedParameter, ...], tuple[tuple[int, PairedParameter], ...]]
    ]:
        """Every way in which parameters are one object or a constant, with the places of each."""
        stack: list[
            tuple[Chosen, tuple[PairedParameter, ...], tuple[tuple[int, PairedParameter], ...]]
        ]
        stack = [((), (), ())]
        while stack:
            chosen, classes, fixed = stack.pop()
            if len(chosen) == len(self.positions):
                yield chosen, classes, fixed
                continue
            position = self.positions[len(chosen)]
            options = [((*chosen, len(classes)), (*classes, position), fixed)]
            for index, wanted in enumerate(classes):
                both = PairedParameter(*(a | b for a, b in zip(wanted, position, strict=True)))
                merged = (*classes[:index], both, *classes[index + 1 :])
                options.append(((*chosen, index), merged, fixed))
            options += [
                ((*chosen, constant.thing.name), classes, (*fixed, (constant.fits, position)))
                for constant in self._constants(chosen)
            ]
            stack.extend(option for option in reversed(options) if self._is_possible(*option[1:]))

    def _constants(self, chosen: Chosen) -> Iterator[Constant]:
        """The constants that make a difference for the next parameter: of those that fit the same
        places, that nothing mentions and no parameter is, one is like the other."""
        seen: set[int] = set()
        for constant in self.constants:
            if not constant.is_mentioned and constant.thing.name not in chosen:
                if constant.fits in seen:
                    continue
                seen.add(constant.fits)
            yield constant

    def _is_possible(
        self, classes: tuple[PairedParameter, ...], fixed: tuple[tuple[int, PairedParameter], ...]
    ) -> bool:
        """Whether one of the models accepts what is chosen so far, as objects of some types."""
        return any(
            all(fits & wanted[side] == wanted[side] for fits, wanted in fixed)
            and all(any(k.fits & w[side] == w[side] for k in self.kinds) for w in classes)
            for side in (0, 1)
        )

    def _choices(self, wanted: PairedParameter) -> list[ObjectKind]:
        """The kinds that make a difference for an object with the places `wanted`."""
        distinct: dict[tuple[bool, bool, int], ObjectKind] = {}
        for kind in self.kinds:
            accepted = (kind.fits & wanted[0] == wanted[0], kind.fits & wanted[1] == wanted[1])
            if any(accepted):
                distinct.setdefault((*accepted, kind.fits & self.quantified), kind)
        return list(distinct.values())

    def _names(self) -> list[str]:
        taken = {constant.thing.name for constant in self.constants}
        letters = [*"abcdefghijklmnopqrstuvw", *(f"o{number}" for number in range(1, 200))]
        return [name for name in letters if name not in taken]


def _accepted(fits: Sequence[tuple[int, PairedParameter]]) -> bool:
    return any(all(fit & wanted[side] == wanted[side] for fit, wanted in fits) for side in (0, 1))
