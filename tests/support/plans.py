"""Plans from the words of their steps."""

from __future__ import annotations

from plancore.model.plan import GroundAction, Plan, Step


def plan_of(*steps: str) -> Plan:
    """A plan from actions such as `"move a b"` or `"(move a b)"`."""
    read = []
    for step in steps:
        name, *args = step.strip("()").lower().split()
        read.append(Step((GroundAction((name, *args)),)))
    return Plan(tuple(read))
