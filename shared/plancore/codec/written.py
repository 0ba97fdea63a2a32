"""Codecs as data: what `--codec FILE` reads, in JSON."""

from __future__ import annotations

from plancore.codec.base import Codec
from plancore.codec.identity import Identity
from plancore.codec.proxies import Proxies
from plancore.codec.state_predicates import PredicateDefinition, StatePredicates
from plancore.compare.declarations import axiom_text
from plancore.jsonable import Json
from plancore.model.domain import Axiom


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
    raise TypeError(f"a codec of the class {type(codec).__name__} is not written to a file")


def _text(definition: PredicateDefinition) -> str:
    return axiom_text(Axiom(definition.name, definition.parameters, definition.condition))
