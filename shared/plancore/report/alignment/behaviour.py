"""Plans executed in both domains."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from plancore.phrases import count_of
from plancore.report.document import Item, List, Section, items
from plancore.report.lines import Piece, Tone, line

if TYPE_CHECKING:
    from plancore.translate.execution import PlanInBothModels, PlansInBothModels

_MOST_CHOICES: Final = 5


def behaviour_section(carried: PlansInBothModels) -> Section:
    """How many plans stay valid, what of problems was not translated, and each plan."""
    there = f"in the {carried.side.other} domain"
    valid = count_of(carried.n_valid, "valid plan")
    said: list[str | Piece] = [
        f"of {valid} {carried.n_staying} {_verb(carried.n_staying)} valid {there}",
        *(Piece(f"note: {remark}", Tone.NOTE) for remark in carried.remarks),
    ]
    plans = map(_plan, carried.plans)
    title = f"plans of the {carried.side} domain, executed {there}"
    return Section(title, [List([*items(said), *plans])])


def _plan(plan: PlanInBothModels) -> Item:
    choices = [
        f"step {choice.step}: {choice.n_applicable} apply, taken is {choice.action}"
        for choice in plan.choices[:_MOST_CHOICES]
    ]
    if len(plan.choices) > _MOST_CHOICES:
        choices.append(f"and {len(plan.choices) - _MOST_CHOICES} more such steps")
    return Item(line(f"{plan.name}: {_outcome(plan)}"), items(choices))


def _verb(count: int) -> str:
    return "stays" if count == 1 else "stay"


def _outcome(plan: PlanInBothModels) -> str:
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
