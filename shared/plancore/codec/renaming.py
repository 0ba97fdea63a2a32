"""The codec of learners that rename: actions, predicates, types, constants, order of parameters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from plancore.codec.base import Codec
from plancore.correspondence.names import Correspondence
from plancore.formula.translating import NameTranslator
from plancore.model.formula import Formula, TypedName
from plancore.model.plan import GroundAtom, StateAtoms


class RenamingCodec(Codec):
    """Undoes a correspondence as far as it renames; the values of functions are left alone."""

    name = "renaming"

    def __init__(self, names: Correspondence) -> None:
        names = replace(
            names, functions={}, shapes={}, function_shapes={}, one_to_many=(), type_predicates=()
        )
        self._decoding, self._encoding = names.to_reference, names.to_learned
        self._reference_actions, self._orders = names.actions, names.parameters
        self._learned_actions = {
            theirs: ours for ours, theirs in reversed([*names.actions.items()])
        }

    def encode_objects(self, objects: Iterable[TypedName]) -> tuple[TypedName, ...]:
        """The objects under the learned model's types."""
        return tuple(map(self._encoding.typed_name, objects))

    def encode_state(self, state: StateAtoms) -> StateAtoms:
        """The state in the learned model's names."""
        return self._encoding.state(state)

    def decode_state(self, state: StateAtoms) -> StateAtoms:
        """The state in the reference's names."""
        return self._decoding.state(state)

    def encode_action(self, state: StateAtoms, action: GroundAtom) -> tuple[GroundAtom, ...]:  # noqa: ARG002 - other codecs ask for the state
        """The one learned action, its arguments in the learned order."""
        name, args = action[0], [self._encoding.terms.get(arg, arg) for arg in action[1:]]
        order = self._order(name, len(args))
        return ((self._learned_actions.get(name, name), *(args[place] for place in order)),)

    def decode_action(self, action: GroundAtom) -> GroundAtom:
        """The reference action, its arguments in the reference's order."""
        name = self._reference_actions.get(action[0], action[0])
        args = [self._decoding.terms.get(arg, arg) for arg in action[1:]]
        placed = dict(zip(self._order(name, len(args)), args, strict=True))
        return (name, *(placed[place] for place in range(len(args))))

    def encode_goal(self, goal: Formula) -> Formula:
        """The goal in the learned model's names."""
        return NameTranslator(self._encoding).formula(goal)

    def _order(self, action: str, n_args: int) -> Iterable[int]:
        """The reference's position of each learned argument; as they stand where none fits."""
        order = self._orders.get(action, ())
        return order if sorted(order) == list(range(n_args)) else range(n_args)
