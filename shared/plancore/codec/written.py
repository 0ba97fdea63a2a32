"""The JSON form of codecs, as saved for `--codec FILE`, and the codec with proxies.

ESAM learns one proxy for each way in which the arguments of an action may coincide, so several
learned actions correspond to one of the reference (extended SAM; Juba, Le and Stern, KR 2021).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from plancore.codec.base import Codec, Identity, MacroMatch
from plancore.codec.state_predicates import PredicateDefinition, StatePredicates
from plancore.compare.declarations import axiom_text
from plancore.jsonable import Json
from plancore.model.domain import Axiom
from plancore.model.plan import GroundAtom, StateAtoms


def codec_data(codec: Codec) -> Json:
    """The codec as described in `docs/reference/codecs.md`. Raises TypeError for other classes."""
    match codec:
        case Identity():
            return {"kind": "identity"}
        case Proxies():
            return {
                "kind": "proxies",
                "proxies": [
                    {"learned": each.learned, "action": each.action, "arguments": each.arguments}
                    for each in codec.table
                ]
                + [
                    {
                        "learned": each.learned,
                        "steps": [
                            {"action": step.action, "arguments": step.arguments}
                            for step in each.steps
                        ],
                    }
                    for each in codec.macros
                ],
            }
        case StatePredicates():
            return {
                "kind": "state-predicates",
                "encode": [_text(each) for each in codec.encoding],
                "decode": [_text(each) for each in codec.decoding],
            }
    raise TypeError(f"codecs of class {type(codec).__name__} cannot be saved")


def _text(definition: PredicateDefinition) -> str:
    return axiom_text(Axiom(definition.name, definition.parameters, definition.condition))


@dataclass(frozen=True, slots=True)
class Proxy:
    """A learned action that corresponds to `action` of the reference. `arguments[i]` is the learned
    parameter (from 0) for the reference's i-th argument, or the name of a constant. Two equal
    entries mean that the arguments coincide."""

    learned: str
    action: str
    arguments: tuple[int | str, ...]

    def decode(self, args: tuple[str, ...]) -> GroundAtom | None:
        """The reference action for the learned arguments; None if there are too few."""
        arguments = []
        for entry in self.arguments:
            if isinstance(entry, str):
                arguments.append(entry)
            elif entry < len(args):
                arguments.append(args[entry])
            else:
                return None
        return (self.action, *arguments)

    def encode(self, args: tuple[str, ...]) -> GroundAtom | None:
        """The learned action for the reference's arguments; None if they do not fit."""
        return Macro(self.learned, (self,)).encode([(self.action, *args)])


@dataclass(frozen=True, slots=True)
class Macro:
    """A learned action for a sequence of reference actions. Each step has the name of an action and
    its arguments, like a `Proxy`."""

    learned: str
    steps: tuple[Proxy, ...]

    def decode(self, args: tuple[str, ...]) -> tuple[GroundAtom, ...] | None:
        """The reference actions for the learned arguments; None if there are too few."""
        decoded = [step.decode(args) for step in self.steps]
        return tuple(each for each in decoded if each is not None) if all(decoded) else None

    def encode(self, actions: Sequence[GroundAtom]) -> GroundAtom | None:
        """The learned action for as many reference actions; None if they do not fit."""
        chosen: dict[int, str] = {}
        for step, (name, *args) in zip(self.steps, actions, strict=True):
            if name != step.action or len(args) != len(step.arguments):
                return None
            for entry, value in zip(step.arguments, args, strict=True):
                expected = entry if isinstance(entry, str) else chosen.setdefault(entry, value)
                if expected != value:
                    return None
        if sorted(chosen) != list(range(len(chosen))):
            return None
        return (self.learned, *(chosen[position] for position in range(len(chosen))))


class Proxies(Codec):
    """Several learned actions for one (proxies), and one for several (macro actions). States, goals
    and actions without a proxy do not change."""

    name = "proxies"

    def __init__(self, table: Iterable[Proxy], macros: Iterable[Macro] = ()) -> None:
        self.table = tuple(table)
        self.macros = tuple(macros)
        self._macros = {macro.learned: macro for macro in reversed(self.macros)}
        self._by_learned: dict[str, Proxy] = {}
        self._by_action: dict[str, list[Proxy]] = {}
        for proxy in self.table:
            self._by_learned.setdefault(proxy.learned, proxy)
            self._by_action.setdefault(proxy.action, []).append(proxy)

    def encode_action(self, state: StateAtoms, action: GroundAtom) -> tuple[GroundAtom, ...]:  # noqa: ARG002 - other codecs ask for the state
        """The actions of all proxies that the arguments fit."""
        proxies = self._by_action.get(action[0])
        if proxies is None:
            is_taken = action[0] in self._by_learned or action[0] in self._macros
            return () if is_taken else (action,)
        encodings = (proxy.encode(action[1:]) for proxy in proxies)
        return tuple(encoding for encoding in encodings if encoding is not None)

    def decode_action(self, action: GroundAtom) -> GroundAtom:
        """The reference action of a proxy."""
        proxy = self._by_learned.get(action[0])
        return (proxy.decode(action[1:]) if proxy else None) or action

    def decode_actions(self, action: GroundAtom) -> tuple[GroundAtom, ...]:
        """The sequence of reference actions of a macro action, or the one of a proxy."""
        macro = self._macros.get(action[0])
        decoded = macro.decode(action[1:]) if macro else None
        return decoded or (self.decode_action(action),)

    def encode_actions(self, actions: Sequence[GroundAtom]) -> tuple[MacroMatch, ...]:
        """The macro actions for a prefix of `actions`, the longest first."""
        matches = []
        for macro in sorted(self._macros.values(), key=lambda each: -len(each.steps)):
            length = len(macro.steps)
            if length <= len(actions):
                encoded = macro.encode(actions[:length])
                if encoded is not None:
                    matches.append(MacroMatch(length, encoded))
        return tuple(matches)
