"""Which steps of two executed plans fail, and why in a few words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from plancore.phrases import count_of
from plancore.report.lines import visible
from plancore.simulate.atoms import Literal, show
from plancore.simulate.explain import CauseKind, ConditionReport, false_conditions
from plancore.simulate.trace import Trace

Faults: TypeAlias = dict[int, str]
"""By the index of each step at fault the reason in a few words."""


def malformed(trace: Trace) -> Faults:
    """The steps that are no instances of an action."""
    messages: Faults = {}
    for bad in trace.malformed:
        known = messages.get(bad.step - 1)
        message = f"{known}; {bad.misuse.message}" if known else bad.misuse.message
        messages[bad.step - 1] = visible(message)
    return messages


def faults(trace: Trace, other: Trace, other_name: str, behind: Callable[[int], int]) -> Faults:
    """The step where execution ends, if it does.

    The reason of a false condition is as in `(in p1 t1) never true; the reference adds it at 10`:
    `other`, called `other_name`, is the other plan executed, of which `behind` says how many steps
    stand above one of these.
    """
    if trace.failure is None or trace.failure.step is None:
        return {}
    index = trace.failure.step - 1
    conditions = false_conditions(trace)
    if not conditions:
        return {index: visible(trace.failure.reason)}
    first, *more = conditions
    denies = first.literal is not None and not first.literal.positive
    atom = show(first.literal.atom) if first.literal and denies else ""
    text = f"{first.text} {_what_became(first, atom)}"
    helper = first.literal and _achiever(other, first.literal, behind(index))
    if first.literal and helper:
        verb = "adds" if first.literal.positive else "deletes"
        text += f"; the {other_name} {verb} it at {helper}"
    if more:
        text += f"; {count_of(len(more), 'more condition')} false"
    return {index: visible(text)}


def _what_became(condition: ConditionReport, atom: str) -> str:
    """`never true`, `deleted by step 6`; of an `atom` that is denied, with its name."""
    cause = condition.cause
    match cause.kind:
        case CauseKind.UNDONE:
            return f"{atom} {cause.detail} by {cause.actor}".lstrip()
        case CauseKind.NEVER:
            return f"{atom} {cause.detail}".lstrip()
        case _:
            return "does not hold"


def _achiever(trace: Trace, literal: Literal, behind: int) -> int | None:
    """The step of a plan without times that makes a literal hold: the last among its first `behind`
    ones if the literal still holds after them, else the next one."""
    if trace.happenings:
        return None
    behind = min(behind, len(trace.states))
    last = trace.states.last_change(literal.atom, behind)
    if last is not None and last.added is literal.positive:
        return last.step
    events = trace.states.events.get(literal.atom, ())
    return next((e.step for e in events if e.step > behind and e.added is literal.positive), None)
