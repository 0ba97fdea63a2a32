"""From JSON to the classes of LSP and back, also from a client that is newer than we are.

An editor may declare values that the protocol version known here does not have, such as a new
symbol kind. The session must not fail because of a capability that nobody here asks about.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final

from cattrs import Converter
from lsprotocol import types
from pygls.protocol import default_converter


@cache
def message_converter() -> Converter:
    """That of pygls, told not to say of every field where it stood when one cannot be read.

    It writes itself a function for each class that a client ever sends, which takes half as long
    again where it is to say so; what is said to the client is the innermost reason alone. One for
    all servers of a process.
    """
    # pygls does not say what it returns.
    converter: Converter = default_converter()  # type: ignore[no-untyped-call]
    converter.detailed_validation = False
    return converter


_NOTHING: Final = object()


def without_unknown_values(
    message: dict[str, Any], converter: Any
) -> types.InitializeRequest | None:
    """An `initialize` message without the capabilities that cannot be read.

    None when something else is wrong with it.
    """
    params = message.get("params")
    if not isinstance(params, dict) or not isinstance(params.get("capabilities"), dict):
        return None
    readable = _readable(params["capabilities"], lambda part: part, converter)
    try:
        request: types.InitializeRequest = converter.structure(
            {**message, "params": {**params, "capabilities": readable}}, types.InitializeRequest
        )
    except Exception:
        return None
    return request


def _readable(value: Any, around: Callable[[Any], Any], converter: Any) -> Any:
    """As much of `value` as can be read where `around` puts it, or `_NOTHING`."""
    if _can_read(around(value), converter):
        return value
    kept: Any = _NOTHING
    if isinstance(value, dict):
        parts = {
            name: _readable(part, partial(_named, around, name), converter)
            for name, part in value.items()
        }
        kept = {name: part for name, part in parts.items() if part is not _NOTHING}
    elif isinstance(value, list):
        kept = [item for item in value if _can_read(around([item]), converter)]
    return kept if kept is not _NOTHING and _can_read(around(kept), converter) else _NOTHING


def _named(around: Callable[[Any], Any], name: str, part: Any) -> Any:
    return around({name: part})


def _can_read(capabilities: Any, converter: Any) -> bool:
    try:
        converter.structure(capabilities, types.ClientCapabilities)
    except Exception:
        return False
    return True
