"""Plans executed in both domains, as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from plancore.phrases import count_of
from plancore.report.lines import Line, Piece, Tone, line, visible

if TYPE_CHECKING:
    from plancore.translate.execution import ExecutedPlan, ExecutedPlans

_MOST_CHOICES: Final = 5


def behaviour_lines(carried: ExecutedPlans) -> Iterator[Line]:
    """How many plans stay valid, what of problems was not translated, and a line for each plan."""
    there = f"in the {carried.side.other} domain"
    yield line(Piece(f"plans of the {carried.side} domain, executed {there}", Tone.TITLE))
    valid = count_of(carried.n_valid, "valid plan")
    yield line(f"  of {valid} {carried.n_staying} {_verb(carried.n_staying)} valid {there}")
    for remark in carried.remarks:
        yield line("  ", Piece(f"note: {visible(remark)}", Tone.NOTE))
    for plan in carried.plans:
        yield line(f"  {visible(plan.name)}: {visible(_outcome(plan))}")
        for choice in plan.choices[:_MOST_CHOICES]:
            taken = visible(str(choice.action))
            yield line(f"    step {choice.step}: {choice.n_applicable} apply, taken is {taken}")
        if len(plan.choices) > _MOST_CHOICES:
            yield line(f"    and {len(plan.choices) - _MOST_CHOICES} more such steps")


def _verb(count: int) -> str:
    return "stays" if count == 1 else "stay"


def _outcome(plan: ExecutedPlan) -> str:
    if plan.translation is None:
        if plan.own_trace.reaches_goal:
            return f"not counted, {plan.own_reason}"
        where = (
            "" if plan.own_trace.failing_step is None else f" at step {plan.own_trace.failing_step}"
        )
        return f"not counted, {plan.own_trace.verdict} in its own domain{where}: {plan.own_reason}"
    if plan.stays_valid:
        return f"stays valid ({count_of(plan.n_steps, 'step')})"
    if plan.stops_at is None:
        return f"all steps run, but {plan.reason}"
    return f"stops at step {plan.stops_at} of {plan.n_steps}: {plan.reason}"
