"""What was offered to a client, as the data of a code action that comes back."""

from __future__ import annotations

from typing import Any


def fields_told(data: Any, **kinds: type) -> dict[str, Any] | None:
    """`data` where it has just these fields, each of its kind; None where it is not ours."""
    if not isinstance(data, dict) or data.keys() != kinds.keys():
        return None
    return data if all(type(data[name]) is kind for name, kind in kinds.items()) else None
