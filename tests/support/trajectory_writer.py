"""Writes trajectories. The order of atoms is that of the alphabet, so equal states look equal."""

from __future__ import annotations

import json
from collections.abc import Iterable

from plancore.model.ground import GroundAtom
from plancore.model.trajectory import Trajectory, TrajectoryFormat


def write_trajectory(trajectory: Trajectory, format: TrajectoryFormat | None = None) -> str:
    """The text of `trajectory`, in its own notation unless `format` says otherwise."""
    kind = format or trajectory.format
    if kind is TrajectoryFormat.JSON:
        return _json(trajectory)
    if kind is TrajectoryFormat.AMLGYM:
        return _amlgym(trajectory)
    return _pddl_plus(trajectory)


def _amlgym(trajectory: Trajectory) -> str:
    parts = ["(:trajectory"]
    for index, observation in enumerate(trajectory.observations):
        parts.append(f"(:state {_atoms(observation.true)})")
        if index < len(trajectory.actions):
            parts.append(f"(:action {_text(trajectory.actions[index])})")
    return "\n\n".join([*parts, ")"]) + "\n"


def _pddl_plus(trajectory: Trajectory) -> str:
    lines = []
    for index, observation in enumerate(trajectory.observations):
        head = ":state" if index else ":init"
        lines.append(f"({head} {_atoms(observation.true)})")
        if index < len(trajectory.actions):
            lines.append(f"(operator: {_text(trajectory.actions[index])})")
    return "(" + "\n".join(lines) + "\n)\n"


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
