"""The codec of learners that rename: actions, predicates, types, constants, order of parameters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from plancore.codec.terms import renamed
from plancore.model.formula import Formula, TypedName
from plancore.model.ground import GroundAtom, StateAtoms


@dataclass(frozen=True)
class Renaming:
    """Reference names to learned names; a name that is not listed stands for itself.

    `orders` holds, by the reference's action name, for each parameter of the learned action the
    position in the reference that it stands for.
    """

    actions: Mapping[str, str] = field(default_factory=dict)
    predicates: Mapping[str, str] = field(default_factory=dict)
    types: Mapping[str, str] = field(default_factory=dict)
    constants: Mapping[str, str] = field(default_factory=dict)
    orders: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    name: str = "renaming"

    def encode_objects(self, objects: Iterable[TypedName]) -> tuple[TypedName, ...]:
        """The objects under the learned model's types."""
        return tuple(
            TypedName(
                self.constants.get(typed.name, typed.name),
                tuple(self.types.get(name, name) for name in typed.types),
            )
            for typed in objects
        )

    def encode_state(self, state: StateAtoms) -> StateAtoms:
        """The state in the learned model's names."""
        return frozenset(_atom(atom, self.predicates, self.constants) for atom in state)

    def decode_state(self, state: StateAtoms) -> StateAtoms:
        """The state in the reference's names."""
        predicates, constants = _inverse(self.predicates), _inverse(self.constants)
        return frozenset(_atom(atom, predicates, constants) for atom in state)

    def encode_action(self, state: StateAtoms, action: GroundAtom) -> tuple[GroundAtom, ...]:  # noqa: ARG002 - the protocol's
        """The one learned action, its arguments in the learned order."""
        name, args = action[0], [self.constants.get(arg, arg) for arg in action[1:]]
        order = self.orders.get(name)
        if order is not None and sorted(order) == list(range(len(args))):
            args = [args[position] for position in order]
        return ((self.actions.get(name, name), *args),)

    def decode_action(self, action: GroundAtom) -> GroundAtom:
        """The reference action, its arguments in the reference's order."""
        name = _inverse(self.actions).get(action[0], action[0])
        constants = _inverse(self.constants)
        args = [constants.get(arg, arg) for arg in action[1:]]
        order = self.orders.get(name)
        if order is not None and sorted(order) == list(range(len(args))):
            placed = dict(zip(order, args, strict=True))
            args = [placed[position] for position in range(len(args))]
        return (name, *args)

    def encode_goal(self, goal: Formula) -> Formula:
        """The goal in the learned model's names."""
        return renamed(goal, self.predicates, self.constants, self.types)


def _atom(
    atom: GroundAtom, predicates: Mapping[str, str], constants: Mapping[str, str]
) -> GroundAtom:
    if not constants:
        return (predicates.get(atom[0], atom[0]), *atom[1:])
    return (predicates.get(atom[0], atom[0]), *(constants.get(name, name) for name in atom[1:]))


def _inverse(names: Mapping[str, str]) -> dict[str, str]:
    return {theirs: ours for ours, theirs in names.items()}
