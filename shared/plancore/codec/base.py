"""A codec: four functions and one for goals, between a reference and a learned model.

Learners change the language: they rename, permute parameters, split an action into proxies or
replace fluents by states of a machine. A codec says how; every metric that runs both models takes
one. The laws that a good codec keeps are in `laws`.

The laws of codecs, checked on a sample; a codec that breaks them makes metrics mean less.

- decode_action(a') = a for every a' in encode_action(s, a);
- decode_state(encode_state(s)) = s;
- how many atoms of the states come back says how much of them a codec carries at all;
- an action whose encoding is empty counts as inapplicable: how often that happens is counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

from plancore.correspondence.names import Correspondence
from plancore.formula.translating import NameTranslator
from plancore.model.formula import Formula, TypedName
from plancore.model.plan import GroundAtom, StateAtoms
from plancore.simulate.atoms import show


class MacroMatch(NamedTuple):
    """A learned action that stands for `length` reference actions, one after the other."""

    length: int
    action: GroundAtom


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

    def decode_actions(self, action: GroundAtom) -> tuple[GroundAtom, ...]:
        """The reference actions, one after the other, that a learned one stands for: several for a
        macro action, else the one of `decode_action`."""
        return (self.decode_action(action),)

    def encode_actions(self, actions: Sequence[GroundAtom]) -> tuple[MacroMatch, ...]:  # noqa: ARG002 - codecs with macro actions look at them
        """The learned macro actions that stand for the first ones of several reference actions, the
        longest first."""
        return ()

    def encode_goal(self, goal: Formula) -> Formula:
        """A goal in the learned model's language. Raises ValueError where it has no words."""
        return goal


# The codec of learners that rename: actions, predicates, types, constants, order of parameters.


class Identity(Codec):
    """Everything stands for itself: the codec of learners that keep the language, such as SAM,
    FAMA, NOLAM, OffLAM and ROSAME."""

    name = "identity"


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

    def decode_actions(self, action: GroundAtom) -> tuple[GroundAtom, ...]:
        """The reference actions, one after the other, that a learned one stands for: several for a
        macro action, else the one of `decode_action`."""
        return (self.decode_action(action),)

    def encode_actions(self, actions: Sequence[GroundAtom]) -> tuple[MacroMatch, ...]:  # noqa: ARG002 - codecs with macro actions look at them
        """The learned macro actions that stand for the first ones of several reference actions, the
        longest first."""
        return ()

    def encode_goal(self, goal: Formula) -> Formula:
        """The goal in the learned model's names."""
        return NameTranslator(self._encoding).formula(goal)

    def _order(self, action: str, n_args: int) -> Iterable[int]:
        """The reference's position of each learned argument; as they stand where none fits."""
        order = self._orders.get(action, ())
        return order if sorted(order) == list(range(n_args)) else range(n_args)


_EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class LawReport:
    """Counts, and the first few violations of each law."""

    states: int
    state_errors: int
    actions: int
    action_errors: int
    empty_encodings: int
    atoms: int
    """All atoms of all states."""
    atoms_lost: int
    """Those of them that do not come back."""
    state_examples: tuple[tuple[GroundAtom, ...], ...]
    """For a state that does not come back: the atoms that differ."""
    action_examples: tuple[tuple[GroundAtom, GroundAtom, GroundAtom], ...]
    """Action, encoding, and what the encoding was decoded to."""

    @property
    def kept(self) -> bool:
        """Whether nothing contradicts the laws."""
        return not self.state_errors and not self.action_errors

    def to_dict(self) -> dict[str, object]:
        """For JSON."""
        return {
            "states": self.states,
            "state_errors": self.state_errors,
            "actions": self.actions,
            "action_errors": self.action_errors,
            "empty_encodings": self.empty_encodings,
            "atoms": self.atoms,
            "atoms_lost": self.atoms_lost,
            "state_examples": [[show(a) for a in atoms] for atoms in self.state_examples],
            "action_examples": [[show(a) for a in triple] for triple in self.action_examples],
        }


def check_laws(codec: Codec, pairs: Iterable[tuple[StateAtoms, Iterable[GroundAtom]]]) -> LawReport:
    """The laws on given states, each with some actions of the reference."""
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
            if len(lost) < _EXAMPLES:
                lost.append(tuple(sorted(round_trip ^ state)))
        for action in candidates:
            actions += 1
            encoded = codec.encode_action(state, action)
            empty += not encoded
            for learned_action in encoded:
                decoded = codec.decode_action(learned_action)
                if decoded != action:
                    action_errors += 1
                    if len(mistaken) < _EXAMPLES:
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
