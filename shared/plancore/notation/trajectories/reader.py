"""Reads trajectories in any of their notations. Never raises; what is wrong has a place.

A text whose first character, blanks aside, is `[` or `{` is JSON (`json_reader`), any other one
nested lists (`lists`). Whether a text is one of trajectories is told by how it begins.
"""

from __future__ import annotations

import re
from typing import Final

from plancore.diagnostic import Diagnostic, Severity
from plancore.model.trajectory import Trajectory
from plancore.notation.trajectories.json_reader import read_json
from plancore.notation.trajectories.lists import read_lists
from plancore.source import Span


def read_trajectories(text: str) -> tuple[tuple[Trajectory, ...], tuple[Diagnostic, ...]]:
    """The trajectories in `text` and everything that is wrong with it.

    A file may hold several. A faulty step ends its trajectory before it: what comes after cannot
    be joined to what came before.
    """
    start = len(text) - len(text.lstrip("\ufeff \t\r\n"))
    if start == len(text):
        finding = Diagnostic(
            "empty-trajectory", Severity.ERROR, Span(0, 0), "the file holds no trajectory"
        )
        return (), (finding,)
    return read_json(text) if text[start] in "[{" else read_lists(text)


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
