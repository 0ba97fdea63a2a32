"""Read codecs from JSON or TOML files, written by users or learners; they contain no code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from plancore.codec.base import Codec, Identity, RenamingCodec
from plancore.codec.state_predicates import PredicateDefinition, StatePredicates
from plancore.codec.written import Macro, Proxies, Proxy
from plancore.correspondence.stated.document import Position, correspondence_from
from plancore.decoding import decode
from plancore.json_toml import DocumentError, json_value, toml_value
from plancore.model.domain import Domain
from plancore.model.formula import TypedName
from plancore.simulate.atoms import UndecidedError
from plancore.simulate.conditions import Frame, normalise
from plancore.snapshot import FileSnapshot
from planfiles.errors import UserError

_FORMS: Final = {
    "identity": "no other keys",
    "renaming": 'tables, such as `"actions": {"learned": "reference"}`',
    "proxies": '`"proxies": [{"learned": NAME, "action": NAME, "arguments": [0, …]}, …]`, or '
    '`"steps": [{"action": NAME, "arguments": [0, …]}, …]` in an entry for a macro action',
    "state-predicates": '`"encode"` and `"decode"`, each a list of texts `(:derived (p ?x - t) …)`',
}
"""The expected content of a file, by the kind of codec."""


class _MacroStep(Struct):
    action: str
    arguments: tuple[Position | str, ...]


class _Proxy(Struct):
    """Either an action with its arguments, or the steps of a macro action."""

    learned: str
    action: str | None = None
    arguments: tuple[Position | str, ...] = ()
    steps: tuple[_MacroStep, ...] = ()


class _Proxies(Struct):
    proxies: tuple[_Proxy, ...]


class _StatePredicates(Struct):
    encode: tuple[str, ...]
    decode: tuple[str, ...]


def codec_in(text: str, path: str, learned: Domain, reference: Domain) -> Codec:
    """Read the codec in `text`, that of the file `path`. Raises UserError with what is expected."""
    expected = f"expected a codec: an object whose `kind` is one of {', '.join(_FORMS)}"
    try:
        data: Any = (toml_value if path.endswith(".toml") else json_value)(text)
        kind = data.get("kind") if isinstance(data, dict) else None
        if kind not in list(_FORMS):
            raise UserError(f"{path}: {expected}")
        expected = f"a codec of kind {kind} needs {_FORMS[kind]}"
        return _codec(kind, data, path, learned, reference)
    except DocumentError as error:
        raise UserError(f"{error.of(path)}; {expected}") from None


def _codec(kind: str, data: dict[str, Any], path: str, learned: Domain, reference: Domain) -> Codec:
    """Decode a codec of this kind. Raises DocumentError, and UserError for invalid content."""
    match kind:
        case "renaming":
            names, wrong = correspondence_from({k: v for k, v in data.items() if k != "kind"})
            if wrong:
                raise UserError(f"{path}: {wrong[0]}")
            return RenamingCodec(names)
        case "proxies":
            return _proxies(path, decode(data, _Proxies).proxies)
        case "state-predicates":
            texts = decode(data, _StatePredicates)
            encoded = [_definition(path, text) for text in texts.encode]
            decoded = [_definition(path, text) for text in texts.decode]
            return StatePredicates(reference, learned, encoded, decoded)
    return Identity()


def _proxies(path: str, entries: Sequence[_Proxy]) -> Proxies:
    """The codec of proxies and macro actions. Raises UserError for an entry that is neither."""
    table, macros = [], []
    for entry in entries:
        learned = entry.learned.lower()
        if (entry.action is None) == (not entry.steps):
            raise UserError(
                f"{path}: proxy {entry.learned}: expected either `action` or `steps`; a codec of "
                f"kind proxies needs {_FORMS['proxies']}"
            )
        if entry.action is not None:
            table.append(Proxy(learned, entry.action.lower(), _lower(entry.arguments)))
        else:
            steps = (
                Proxy(learned, step.action.lower(), _lower(step.arguments)) for step in entry.steps
            )
            macros.append(Macro(learned, tuple(steps)))
    return Proxies(table, macros)


def _lower(arguments: tuple[int | str, ...]) -> tuple[int | str, ...]:
    return tuple(each.lower() if isinstance(each, str) else each for each in arguments)


def _definition(path: str, text: str) -> PredicateDefinition:
    """Parse `(:derived (p ?x - t) condition)`, in PDDL syntax. Raises UserError."""
    domain = FileSnapshot.of(f"(define (domain d) {text})").domain
    if domain is None or len(domain.axioms) != 1:
        raise UserError(f"{path}: expected a definition `(:derived (p ?x - t) condition)`")
    axiom = domain.axioms[0]
    parameters = tuple(TypedName(p.name, p.types) for p in axiom.parameters)
    frame = Frame(parameters)
    try:
        normalise(axiom.body, frame, frame.scope)
    except UndecidedError as error:
        raise UserError(f"{path}: {text}: {error}") from None
    return PredicateDefinition(axiom.predicate, parameters, axiom.body)
