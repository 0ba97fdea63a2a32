"""Plans from the words of their steps."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from plancore.model.plan import GroundAction, Plan, Step


def plan_of(*steps: str) -> Plan:
    """A plan from actions such as `"move a b"` or `"(move a b)"`."""
    read = []
    for step in steps:
        name, *args = step.strip("()").lower().split()
        read.append(Step((GroundAction((name, *args)),)))
    return Plan(tuple(read))


def write_plans(
    folder: Path, learned: Sequence[str], reference: Sequence[str]
) -> tuple[Path, Path]:
    """Two plans as files, from steps such as `"move a b"`."""
    files = folder / "learned.plan", folder / "reference.plan"
    for file, steps in zip(files, (learned, reference), strict=True):
        file.write_text("".join(f"({step})\n" for step in steps))
    return files
