"""The laws of codecs, checked on a sample; a codec that breaks them makes metrics mean less.

- decode_action(a') = a for every a' in encode_action(s, a);
- decode_state(encode_state(s)) = s;
- how many atoms of the states come back says how much of them a codec carries at all;
- an action whose encoding is empty counts as inapplicable: how often that happens is counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from plancore.codec.base import Codec
from plancore.model.plan import GroundAtom, StateAtoms
from plancore.simulate.atoms import show

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
