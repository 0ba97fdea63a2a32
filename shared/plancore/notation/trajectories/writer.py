"""Writes trajectories in any of their notations.

The order of atoms is that of the alphabet, so that equal states look equal. What AMLGym's notation
and that of pddl-plus-parser cannot say is left out: unknown atoms, and in AMLGym's the objects.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from plancore.model.ground import GroundAtom
from plancore.model.trajectory import Trajectory, TrajectoryFormat


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
