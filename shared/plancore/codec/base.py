"""The interface of codecs, the identity and renaming codecs, and the laws of codecs.

Learners change the language: they rename, permute parameters, split an action into proxies or
replace fluents by states of a machine. A codec translates objects, states, actions and goals; every
metric that runs both models takes one.

`check_laws` checks a codec on a sample; if the laws are broken, metrics mean less:

- decode_action(a') = a for every a' in encode_action(s, a);
- decode_state(encode_state(s)) = s.

It also counts the atoms that are lost, and the empty encodings: an action without an encoding
counts as inapplicable.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, Protocol

from plancore.correspondence.names import Correspondence
from plancore.formula.translating import NameTranslator
from plancore.jsonable import fields_of
from plancore.model.formula import Formula, TypedName
from plancore.model.plan import GroundAtom, StateAtoms
from plancore.simulate.atoms import show


class MacroMatch(NamedTuple):
    """A learned macro action for a sequence of `length` reference actions."""

    length: int
    action: GroundAtom


class Codec(Protocol):
    """Ground atoms and actions are tuples of lower-case names; states are complete. Methods that a
    subclass does not override change nothing."""

    @property
    def name(self) -> str:
        """The name of the codec in reports."""
        ...

    def encode_objects(self, objects: Iterable[TypedName]) -> tuple[TypedName, ...]:
        """The objects of a problem in the learned model."""
        return tuple(objects)

    def encode_state(self, state: StateAtoms) -> StateAtoms:
        """A reference state in the learned model."""
        return state

    def decode_state(self, state: StateAtoms) -> StateAtoms:
        """A state of the learned model in the reference's atoms."""
        return state

    def encode_action(self, state: StateAtoms, action: GroundAtom) -> tuple[GroundAtom, ...]:  # noqa: ARG002 - other codecs ask for the state
        """The learned actions for `action` in the reference's `state`; none if it lacks them."""
        return (action,)

    def decode_action(self, action: GroundAtom) -> GroundAtom:
        """The reference action for a learned one; the learned action itself if there is none."""
        return action

    def decode_actions(self, action: GroundAtom) -> tuple[GroundAtom, ...]:
        """The sequence of reference actions for a learned one: several for a macro action,
        otherwise that of `decode_action`."""
        return (self.decode_action(action),)

    def encode_actions(self, actions: Sequence[GroundAtom]) -> tuple[MacroMatch, ...]:  # noqa: ARG002 - codecs with macro actions look at them
        """The learned macro actions for a prefix of `actions`, the longest first."""
        return ()

    def encode_goal(self, goal: Formula) -> Formula:
        """A goal in the learned model's language. Raises ValueError if it cannot be expressed."""
        return goal


# The codec of learners that keep the language, and of those that rename.


class Identity(Codec):
    """Changes nothing: the codec of learners that keep the language, such as SAM and ROSAME."""

    name = "identity"


class RenamingCodec(Codec):
    """Applies the renaming in a correspondence: actions, predicates, types, constants, order of
    parameters. Functions are not renamed."""

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
        """The objects with the learned model's types."""
        return tuple(map(self._encoding.typed_name, objects))

    def encode_state(self, state: StateAtoms) -> StateAtoms:
        """The state in the learned model's names."""
        return self._encoding.state(state)

    def decode_state(self, state: StateAtoms) -> StateAtoms:
        """The state in the reference's names."""
        return self._decoding.state(state)

    def encode_action(self, state: StateAtoms, action: GroundAtom) -> tuple[GroundAtom, ...]:  # noqa: ARG002 - other codecs ask for the state
        """The learned action, with arguments in the learned order."""
        name, args = action[0], [self._encoding.terms.get(arg, arg) for arg in action[1:]]
        order = self._order(name, len(args))
        return ((self._learned_actions.get(name, name), *(args[place] for place in order)),)

    def decode_action(self, action: GroundAtom) -> GroundAtom:
        """The reference action, with arguments in the reference's order."""
        name = self._reference_actions.get(action[0], action[0])
        args = [self._decoding.terms.get(arg, arg) for arg in action[1:]]
        placed = dict(zip(self._order(name, len(args)), args, strict=True))
        return (name, *(placed[place] for place in range(len(args))))

    def encode_goal(self, goal: Formula) -> Formula:
        """The goal in the learned model's names."""
        return NameTranslator(self._encoding).formula(goal)

    def _order(self, action: str, n_args: int) -> Iterable[int]:
        """The reference's position of each learned argument; as written if no order fits."""
        order = self._orders.get(action, ())
        return order if sorted(order) == list(range(n_args)) else range(n_args)


EXAMPLES: Final = 5
"""The number of violations of each law that are reported."""


@dataclass(frozen=True, slots=True)
class LawReport:
    """Counts, and the first few violations of each law."""

    states: int
    state_errors: int
    actions: int
    action_errors: int
    empty_encodings: int
    atoms: int
    """The number of atoms in all states."""
    atoms_lost: int
    """The number of those that are lost by encoding and decoding."""
    state_examples: tuple[tuple[GroundAtom, ...], ...]
    """For states that change: the atoms that differ."""
    action_examples: tuple[tuple[GroundAtom, GroundAtom, GroundAtom], ...]
    """The action, its encoding, and the decoded encoding."""

    @property
    def kept(self) -> bool:
        """Whether no violation was found."""
        return not self.state_errors and not self.action_errors

    def to_dict(self) -> dict[str, object]:
        """Convert to JSON data."""
        return fields_of(self) | {
            "state_examples": [[show(a) for a in atoms] for atoms in self.state_examples],
            "action_examples": [[show(a) for a in triple] for triple in self.action_examples],
        }


def check_laws(codec: Codec, pairs: Iterable[tuple[StateAtoms, Iterable[GroundAtom]]]) -> LawReport:
    """Check the laws on given states, each with some reference actions."""
    states = state_errors = actions = action_errors = empty = atoms = atoms_lost = 0
    lost: list[tuple[GroundAtom, ...]] = []
    mistaken: list[tuple[GroundAtom, GroundAtom, GroundAtom]] = []
    for state, candidates in pairs:
        states += 1
        atoms += len(state)
        round_trip = codec.decode_state(codec.encode_state(state))
        if round_trip != state:
            state_errors += 1
            atoms_lost += len(state - round_trip)
            if len(lost) < EXAMPLES:
                lost.append(tuple(sorted(round_trip ^ state)))
        for action in candidates:
            actions += 1
            encoded = codec.encode_action(state, action)
            empty += not encoded
            for learned_action in encoded:
                decoded = codec.decode_action(learned_action)
                if decoded != action:
                    action_errors += 1
                    if len(mistaken) < EXAMPLES:
                        mistaken.append((action, learned_action, decoded))
    return LawReport(
        states,
        state_errors,
        actions,
        action_errors,
        empty,
        atoms,
        atoms_lost,
        tuple(lost),
        tuple(mistaken),
    )
