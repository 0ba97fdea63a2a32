"""Trajectories: observed states, and the actions between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from plancore.model.domain import Domain
from plancore.model.formula import TypedName
from plancore.model.plan import GroundAtom
from plancore.source import Span


class TrajectoryFormat(StrEnum):
    """The notations of trajectories."""

    AMLGYM = "amlgym"
    """`(:trajectory (:state …) (:action (a x)) (:state …))`"""
    PDDL_PLUS = "pddl-plus-parser"
    """`((:init …) (operator: (a x)) (:state …))`"""
    JSON = "json"
    """A list of steps with `state` and `action`, as in macq's traces."""


@dataclass(frozen=True, slots=True)
class Observation:
    """One state. Atoms that are neither `true` nor `unknown` are false."""

    true: frozenset[GroundAtom]
    unknown: frozenset[GroundAtom] = frozenset()
    span: Span | None = None
    """Its place; None if it was not read from text."""
    values: tuple[tuple[GroundAtom, int | Fraction], ...] = ()
    """The values of numeric fluents, if stated."""


class Transition(NamedTuple):
    """A step: the state before, the action, the state after."""

    before: Observation
    action: GroundAtom
    after: Observation


@dataclass(frozen=True, slots=True)
class Trajectory:
    """A trajectory. `actions[i]` leads from `observations[i]` to `observations[i + 1]`. `objects`
    are those that the file declares; most files declare none, see `typed_objects`."""

    observations: tuple[Observation, ...]
    actions: tuple[GroundAtom, ...]
    objects: tuple[TypedName, ...] = ()
    format: TrajectoryFormat = TrajectoryFormat.AMLGYM

    def transitions(self) -> Iterator[Transition]:
        """The steps in order."""
        for index, action in enumerate(self.actions):
            yield Transition(self.observations[index], action, self.observations[index + 1])


def typed_objects(trajectory: Trajectory, domain: Domain) -> tuple[TypedName, ...]:
    """Every object of `trajectory` with its type, sorted by name, without the domain's constants.

    Declared objects are included even if no state or action mentions them. An undeclared object
    gets the most specific of the types of the parameters that it is an argument of; `object` if
    these have no common subtype.
    """
    declared = {typed.name: typed for typed in trajectory.objects}
    constants = {constant.name for constant in domain.constants}
    parameters = {p.name: p.parameters for p in domain.predicates}
    parameters |= {a.name: a.parameters for a in domain.actions}
    seen: dict[str, set[tuple[str, ...]]] = {name: set() for name in declared}
    atoms: set[GroundAtom] = set(trajectory.actions)
    for observation in trajectory.observations:
        atoms |= observation.true | observation.unknown
    for atom in atoms:
        wanted = parameters.get(atom[0], ())
        for position, name in enumerate(atom[1:]):
            types = seen.setdefault(name, set())
            if position < len(wanted):
                types.add(wanted[position].types)
    objects = []
    for name, types in sorted(seen.items()):
        if name in constants:
            continue
        objects.append(declared.get(name) or TypedName(name, _most_specific(types, domain)))
    return tuple(objects)


def _most_specific(asked: set[tuple[str, ...]], domain: Domain) -> tuple[str, ...]:
    hierarchy = domain.hierarchy
    candidates = sorted({name for types in asked for name in types})
    fitting = [
        name for name in candidates if all(hierarchy.accepts(types, (name,)) for types in asked)
    ]
    return (fitting[0],) if fitting else ()
