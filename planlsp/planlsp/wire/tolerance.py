"""Starting with a client that is newer than we are.

An editor may declare values that the protocol version known here does not have, such as a new
symbol kind. The session must not fail because of a capability that nobody here asks about.
"""

from __future__ import annotations

from typing import Any

from lsprotocol import types


def without_unknown_values(
    message: dict[str, Any], converter: Any
) -> types.InitializeRequest | None:
    """An `initialize` message without the capabilities that cannot be read.

    None when something else is wrong with it.
    """
    params = message.get("params")
    if not isinstance(params, dict) or not isinstance(params.get("capabilities"), dict):
        return None
    readable = {
        area: _readable(area, declared, converter)
        for area, declared in params["capabilities"].items()
        if isinstance(declared, dict)
    }
    try:
        request: types.InitializeRequest = converter.structure(
            {**message, "params": {**params, "capabilities": readable}}, types.InitializeRequest
        )
    except Exception:
        return None
    return request


def _readable(area: str, declared: dict[str, Any], converter: Any) -> dict[str, Any]:
    return {
        name: value
        for name, value in declared.items()
        if _can_read({area: {name: value}}, converter)
    }


def _can_read(capabilities: dict[str, Any], converter: Any) -> bool:
    try:
        converter.structure(capabilities, types.ClientCapabilities)
    except Exception:
        return False
    return True
