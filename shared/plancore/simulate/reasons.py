"""What does not hold in the end, in words that stand by themselves."""

from __future__ import annotations

from typing import Final

from plancore.simulate.atoms import show
from plancore.simulate.explain import CauseKind, ConditionReport, explain_goal, explain_step
from plancore.simulate.trace import FailureKind, Trace

_ABOUT_CONDITIONS: Final = (FailureKind.PRECONDITION, FailureKind.INVARIANT)


def false_conditions(trace: Trace) -> list[ConditionReport]:
    """The conditions of the failing action that do not hold; none where it fails otherwise."""
    failure = trace.failure
    if failure is None or failure.step is None or failure.kind not in _ABOUT_CONDITIONS:
        return []
    return [
        condition
        for report in explain_step(trace, failure.step)
        if report.action == failure.action
        for condition in report.conditions
        if not condition.holds
    ]


def false_goals(trace: Trace) -> list[ConditionReport]:
    """The parts of the goal that do not hold at the end."""
    return [condition for condition in explain_goal(trace) if not condition.holds]


def reason_text(condition: ConditionReport) -> str:
    """What became of a condition that does not hold, in a clause that begins with it."""
    cause, literal = condition.cause, condition.literal
    if literal is None or cause.kind is CauseKind.COMPOUND:
        values = f", {cause.detail}" if cause.detail and cause.detail != "derived" else ""
        return f"`{condition.text}` does not hold{values}"
    atom = f"`{show(literal.atom)}`"
    if cause.kind is CauseKind.UNDONE:
        text = f"{atom} was {cause.detail} by {cause.actor}"
    else:
        text = f"{atom} was never true" if literal.positive else f"{atom} is true initially"
    if cause.remedy is not None:
        text += f"; step {cause.remedy} would {'add' if literal.positive else 'delete'} it"
    return text
