"""Codecs as data: what `--codec FILE` reads, in JSON.

The codec of learners that split an action into proxies, such as ESAM.

ESAM learns one proxy for each way in which the arguments of an action may coincide, so several
learned actions stand for one of the reference (extended SAM; Juba, Le and Stern, KR 2021).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from plancore.codec.base import Codec
from plancore.codec.identity import Identity
from plancore.codec.state_predicates import PredicateDefinition, StatePredicates
from plancore.compare.declarations import axiom_text
from plancore.jsonable import Json
from plancore.model.domain import Axiom
from plancore.model.plan import GroundAtom, StateAtoms


def codec_data(codec: Codec) -> Json:
    """The codec as `docs/reference/codecs.md` describes it. Raises TypeError for a kind that is
    made of something else than data."""
    match codec:
        case Identity():
            return {"kind": "identity"}
        case Proxies():
            return {
                "kind": "proxies",
                "proxies": [
                    {"learned": each.learned, "action": each.action, "arguments": each.arguments}
                    for each in codec.table
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
    """A learned action that stands for `action` of the reference.

    `arguments[i]` is the learned parameter (from 0) that the reference's i-th argument is, or the
    name of a constant. Two equal entries mean that the proxy is for coinciding arguments.
    """

    learned: str
    action: str
    arguments: tuple[int | str, ...]

    def decode(self, args: tuple[str, ...]) -> GroundAtom | None:
        """The reference action for the learned arguments; None when they are too few."""
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
        """The learned action for the reference's arguments; None when they do not fit its shape."""
        if len(args) != len(self.arguments):
            return None
        chosen: dict[int, str] = {}
        for entry, name in zip(self.arguments, args, strict=True):
            if isinstance(entry, str):
                if entry != name:
                    return None
            elif chosen.setdefault(entry, name) != name:
                return None
        if sorted(chosen) != list(range(len(chosen))):
            return None
        return (self.learned, *(chosen[position] for position in range(len(chosen))))


class Proxies(Codec):
    """Many learned actions for one; states and goals stand for themselves.

    An action that no proxy stands for stands for itself.
    """

    name = "proxies"

    def __init__(self, table: Iterable[Proxy]) -> None:
        self.table = tuple(table)
        self._by_learned: dict[str, Proxy] = {}
        self._by_action: dict[str, list[Proxy]] = {}
        for proxy in self.table:
            self._by_learned.setdefault(proxy.learned, proxy)
            self._by_action.setdefault(proxy.action, []).append(proxy)

    def encode_action(self, state: StateAtoms, action: GroundAtom) -> tuple[GroundAtom, ...]:  # noqa: ARG002 - other codecs ask for the state
        """Every proxy whose shape the arguments have."""
        proxies = self._by_action.get(action[0])
        if proxies is None:
            return () if action[0] in self._by_learned else (action,)
        encodings = (proxy.encode(action[1:]) for proxy in proxies)
        return tuple(encoding for encoding in encodings if encoding is not None)

    def decode_action(self, action: GroundAtom) -> GroundAtom:
        """The action that a proxy stands for."""
        proxy = self._by_learned.get(action[0])
        return (proxy.decode(action[1:]) if proxy else None) or action
