"""Whether a text is one of trajectories, by how it begins."""

from __future__ import annotations

import re
from typing import Final

_BEGINNING: Final = re.compile(r"[\s\ufeff]*(?:;[^\n]*(?:\n\s*|\Z))*")
_LISTS: Final = re.compile(
    r"\(\s*(?::trajectory|:objects|\(\s*(?::objects|:state|:init|state|init|:domain|:problem))"
    r"(?=[\s()]|\Z)",
    re.IGNORECASE,
)
_STATE: Final = re.compile(r'"state"\s*:\s*[\[{]')


def looks_like_trajectories(text: str) -> bool:
    """Whether `text` begins like nested lists of states and actions, or is JSON with the `state` of
    a step somewhere in it. What follows may be faulty all the same."""
    beginning = _BEGINNING.match(text)
    at = beginning.end() if beginning else 0
    if text[at : at + 1] in ("[", "{"):
        return _STATE.search(text, at) is not None
    return _LISTS.match(text, at) is not None
