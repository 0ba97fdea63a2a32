"""The plans that a repair is about."""

from __future__ import annotations

from plancore.model.plan import Plan
from plancore.model.problem import Problem
from plancore.model.record import record


@record
class PlanCase:
    """A plan for a problem: one that must be valid, or one that must not be (`wanted`)."""

    name: str
    problem: Problem
    plan: Plan
    wanted: bool = True
