"""Reads trajectories in any of their notations. Never raises; what is wrong has a place.

A text whose first character, blanks aside, is `[` or `{` is JSON (`json_reader`), any other one
nested lists (`lists`).
"""

from __future__ import annotations

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
