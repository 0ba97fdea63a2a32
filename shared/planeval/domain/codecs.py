"""Codecs named on the command line: from a file, or a user's own Python class."""

from __future__ import annotations

import importlib.util
import os
from typing import Any, Final

from plancore.codec.base import Codec
from plancore.codec.identity import Identity
from plancore.codec.proxies import Proxies, Proxy
from plancore.codec.renaming import Renaming
from plancore.codec.state_predicates import PredicateDefinition, StatePredicates
from plancore.correspondence.names import Correspondence
from plancore.correspondence.stated.document import correspondence_from
from plancore.model.domain import Domain
from plancore.model.formula import TypedName
from plancore.simulate.conditions import Frame, normalise
from plancore.simulate.limits import UndecidedError
from plancore.snapshot import FileSnapshot
from planfiles.documents import json_in, toml_in
from planfiles.files import read_text
from planfiles.trouble import Trouble

_IDENTITY: Final = "identity"
_RENAMING: Final = "renaming"
_KNOWN: Final = (_IDENTITY, _RENAMING)
"""Codecs that are in no file."""

_FORMS: Final = {
    "identity": "nothing else",
    "renaming": 'tables, such as `"actions": {"learned": "reference"}`',
    "proxies": '`"proxies": [{"learned": NAME, "action": NAME, "arguments": [0, …]}, …]`',
    "state-predicates": '`"encode"` and `"decode"`, each a list of texts `(:derived (p ?x - t) …)`',
}
"""What a file has, by its kind."""
_EXPECTED: Final = f"a codec is an object whose `kind` is one of {', '.join(_FORMS)}"

_METHODS = (
    "encode_objects",
    "encode_state",
    "decode_state",
    "encode_action",
    "decode_action",
    "encode_goal",
)


def codec_of(names: Correspondence) -> Renaming:
    """The codec that undoes a correspondence."""
    actions, predicates, types, constants = (
        {theirs: ours for ours, theirs in table.items()}
        for table in (names.actions, names.predicates, names.types, names.constants)
    )
    return Renaming(actions, predicates, types, constants, dict(names.parameters))


def codec_file(name: str) -> str | None:
    """The file that a codec's name names; None for a codec that is in none."""
    if name in _KNOWN:
        return None
    path, colon, _ = name.rpartition(":")
    return path if colon and path.endswith(".py") else name


def codec_at(name: str, path: str) -> str:
    """The name of the same codec, of which the file lies at `path`."""
    return path + name.removeprefix(codec_file(name) or "")


def load_codec(name: str, learned: Domain, reference: Domain, names: Correspondence) -> Codec:
    """The codec that `--codec` names: `identity`, `renaming` (from the mapping in force), a TOML or
    JSON file, or `FILE.py:Class`, which is run. Raises Trouble.
    """
    if name == _IDENTITY:
        return Identity()
    if name == _RENAMING:
        return codec_of(names)
    path = codec_file(name)
    if path is not None and path != name:
        return _user_class(path, name.removeprefix(f"{path}:"))
    text = read_text(name)
    if name.endswith(".toml"):
        return _codec_from(name, toml_in(text, name), learned, reference)
    return codec_in(text, name, learned, reference)


def codec_in(text: str, path: str, learned: Domain, reference: Domain) -> Codec:
    """The codec that `text`, JSON of a file called `path`, describes; nothing in it is run. Raises
    Trouble, which says what is expected."""
    try:
        data = json_in(text, path)
    except Trouble as trouble:
        raise Trouble(f"{trouble.message}; {_EXPECTED}") from None
    return _codec_from(path, data, learned, reference)


def _codec_from(path: str, data: Any, learned: Domain, reference: Domain) -> Codec:
    kind = data.get("kind") if isinstance(data, dict) else None
    try:
        if kind == "identity":
            return Identity()
        if kind == "renaming":
            names, wrong = correspondence_from({k: v for k, v in data.items() if k != "kind"})
            if wrong:
                raise Trouble(f"{path}: {wrong[0]}")
            return codec_of(names)
        if kind == "proxies":
            return Proxies(
                Proxy(str(entry["learned"]).lower(), str(entry["action"]).lower(), _places(entry))
                for entry in data["proxies"]
            )
        if kind == "state-predicates":
            return StatePredicates(
                reference,
                learned,
                [_definition(path, text) for text in data["encode"]],
                [_definition(path, text) for text in data["decode"]],
            )
    except (KeyError, TypeError, AttributeError):
        raise Trouble(f"{path}: a codec of kind {kind} has {_FORMS[str(kind)]}") from None
    raise Trouble(f"{path}: {_EXPECTED}")


def _places(entry: dict[str, Any]) -> tuple[int | str, ...]:
    return tuple(p if isinstance(p, int) else str(p).lower() for p in entry["arguments"])


def _definition(path: str, text: str) -> PredicateDefinition:
    """`(:derived (p ?x - t) condition)` as PDDL writes it."""
    domain = FileSnapshot.of(f"(define (domain d) {text})").domain
    if domain is None or len(domain.axioms) != 1:
        raise Trouble(f"{path}: a definition is written `(:derived (p ?x - t) condition)`")
    axiom = domain.axioms[0]
    parameters = tuple(TypedName(p.name, p.types) for p in axiom.parameters)
    frame = Frame(parameters)
    try:
        normalise(axiom.body, frame, frame.scope)
    except UndecidedError as error:
        raise Trouble(f"{path}: {text}: {error}") from None
    return PredicateDefinition(axiom.predicate, parameters, axiom.body)


def _user_class(path: str, class_name: str) -> Codec:
    """An instance of the user's class; it is run because the user named it on the command line."""
    if not os.path.isfile(path):
        raise Trouble(f"{path}: no such file")
    spec = importlib.util.spec_from_file_location("planeval_user_codec", path)
    if spec is None or spec.loader is None:
        raise Trouble(f"{path}: cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        codec = getattr(module, class_name)()
    except Exception as error:
        raise Trouble(f"{path}: {type(error).__name__}: {error}") from None
    lacking = [method for method in _METHODS if not callable(getattr(codec, method, None))]
    if lacking:
        raise Trouble(f"{path}: {class_name} has no {lacking[0]}")
    if not isinstance(getattr(codec, "name", None), str):
        raise Trouble(f"{path}: {class_name} has no name")
    checked: Codec = codec
    return checked
