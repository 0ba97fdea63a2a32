"""The codec of learners that keep the language: SAM, FAMA, NOLAM, OffLAM, ROSAME."""

from __future__ import annotations

from collections.abc import Iterable

from plancore.model.formula import Formula, TypedName
from plancore.model.ground import GroundAtom, StateAtoms


class Identity:
    """Everything stands for itself."""

    name = "identity"

    def encode_objects(self, objects: Iterable[TypedName]) -> tuple[TypedName, ...]:
        """The objects themselves."""
        return tuple(objects)

    def encode_state(self, state: StateAtoms) -> StateAtoms:
        """The state itself."""
        return state

    def decode_state(self, state: StateAtoms) -> StateAtoms:
        """The state itself."""
        return state

    def encode_action(self, state: StateAtoms, action: GroundAtom) -> tuple[GroundAtom, ...]:  # noqa: ARG002 - the protocol's
        """The action itself."""
        return (action,)

    def decode_action(self, action: GroundAtom) -> GroundAtom:
        """The action itself."""
        return action

    def encode_goal(self, goal: Formula) -> Formula:
        """The goal itself."""
        return goal
