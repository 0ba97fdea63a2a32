"""A codec: four functions and one for goals, between a reference and a learned model.

Learners change the language: they rename, permute parameters, split an action into proxies or
replace fluents by states of a machine. A codec says how; every metric that runs both models takes
one. The laws that a good codec keeps are in `laws`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from plancore.model.formula import Formula, TypedName
from plancore.model.plan import GroundAtom, StateAtoms


class Codec(Protocol):
    """Ground atoms and actions are tuples of lower-case names, states are complete.

    What a subclass does not say anew stays as it is.
    """

    @property
    def name(self) -> str:
        """The name of the codec in reports."""
        ...

    def encode_objects(self, objects: Iterable[TypedName]) -> tuple[TypedName, ...]:
        """The objects of a problem as the learned model knows them."""
        return tuple(objects)

    def encode_state(self, state: StateAtoms) -> StateAtoms:
        """A reference state as the learned model sees it."""
        return state

    def decode_state(self, state: StateAtoms) -> StateAtoms:
        """A state of the learned model in the reference's atoms."""
        return state

    def encode_action(self, state: StateAtoms, action: GroundAtom) -> tuple[GroundAtom, ...]:  # noqa: ARG002 - other codecs ask for the state
        """The learned actions that stand for `action` in the reference state `state`; none when
        the learned model cannot do it there."""
        return (action,)

    def decode_action(self, action: GroundAtom) -> GroundAtom:
        """The reference action that a learned one stands for; itself when it stands for none."""
        return action

    def encode_goal(self, goal: Formula) -> Formula:
        """A goal in the learned model's language. Raises ValueError where it has no words."""
        return goal


# The codec of learners that keep the language: SAM, FAMA, NOLAM, OffLAM, ROSAME.


class Identity(Codec):
    """Everything stands for itself."""

    name = "identity"
