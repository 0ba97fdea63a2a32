"""Reads trajectories in any of their notations. Never raises; what is wrong has a place.

A text whose first character, blanks aside, is `[` or `{` is JSON (`json_reader`), any other one
nested lists (`lists`). Whether a text is one of trajectories is told by how it begins.

Writes trajectories in any of their notations.

The order of atoms is that of the alphabet, so that equal states look equal. What AMLGym's notation
and that of pddl-plus-parser cannot say is left out: unknown atoms, and in AMLGym's the objects.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Final

from plancore.diagnostic import Diagnostic, Severity
from plancore.model.plan import GroundAtom
from plancore.model.trajectory import Trajectory, TrajectoryFormat
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
            "empty-trajectory", Severity.ERROR, Span(0, 0), "no trajectory in this file"
        )
        return (), (finding,)
    return read_json(text) if text[start] in "[{" else read_lists(text)


_BEGINNING: Final = re.compile(r"[\s\ufeff]*(?:;[^\n]*(?:\n\s*|\Z))*")
_LISTS: Final = re.compile(
    r"\(\s*(?::?trajectory|:objects|\(\s*(?::objects|:state|:init|state|init|:domain|:problem))"
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


def write_trajectory(trajectory: Trajectory, format: TrajectoryFormat | None = None) -> str:
    """The text of `trajectory`, in its own notation unless `format` says otherwise."""
    match format or trajectory.format:
        case TrajectoryFormat.JSON:
            return _json(trajectory)
        case TrajectoryFormat.AMLGYM:
            return (
                "\n\n".join(["(:trajectory", *_turns(trajectory, ":state", ":action"), ")"]) + "\n"
            )
        case TrajectoryFormat.PDDL_PLUS:
            return "(" + "\n".join(_turns(trajectory, ":init", "operator:")) + "\n)\n"


def _turns(trajectory: Trajectory, first: str, action: str) -> Iterator[str]:
    """States and actions in turns; `first` is the word before the first state."""
    for index, observation in enumerate(trajectory.observations):
        yield f"({':state' if index else first} {_atoms(observation.true)})"
        if index < len(trajectory.actions):
            yield f"({action} {_text(trajectory.actions[index])})"


def _json(trajectory: Trajectory) -> str:
    steps = []
    for index, observation in enumerate(trajectory.observations):
        state: dict[str, bool | None] = {_text(atom): True for atom in sorted(observation.true)}
        state |= {_text(atom): None for atom in sorted(observation.unknown)}
        action = trajectory.actions[index] if index < len(trajectory.actions) else None
        steps.append({"state": state, "action": _text(action) if action else None})
    return json.dumps(steps, indent=1, ensure_ascii=False) + "\n"


def _atoms(atoms: Iterable[GroundAtom]) -> str:
    return " ".join(_text(atom) for atom in sorted(atoms))


def _text(atom: GroundAtom) -> str:
    return f"({' '.join(atom)})"
