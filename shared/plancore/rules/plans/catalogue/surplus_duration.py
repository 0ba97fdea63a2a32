"""A step has a duration although its action is not durative.

## What it does
Reports the duration of an action that is not durative. Durations up to 0.001 are accepted, because
some planners write them for every step.

## Why it matters
The duration is ignored: the action happens at its start time. Either the duration or the action is
wrong.

## Example
```text
0: (pick-up ann parcel depot) [4]
```

## Use instead
```text
0: (pick-up ann parcel depot)
```
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from plancore.diagnostic import Diagnostic, Edit, Fix, Severity
from plancore.formula.printing import number_text
from plancore.model.domain import ActionKind
from plancore.model.plan import Step
from plancore.rules.plans.base import PlanContext
from plancore.source import Span

CODE: Final = "surplus-duration"
SEVERITY: Final = Severity.WARNING
DEFAULT: Final = True

_INSTANT: Final = Fraction(1, 1000)


def check(context: PlanContext) -> Iterator[Diagnostic]:
    """Each duration of an action that is not durative."""
    for step, action, schema in context.timed_actions:
        if step.duration is None or step.duration <= _INSTANT:
            continue
        if schema.kind is not ActionKind.ACTION:
            continue
        span = _duration_span(context, step)
        lasts = number_text(step.duration)
        message = f"`{schema.name}` is not durative; its duration ({lasts}) is ignored"
        fixes: tuple[Fix, ...] = ()
        if span is not None:
            without = Span(action.span.end, span.end)
            fixes = (Fix("Remove the duration", (Edit(without, ""),)),)
        yield Diagnostic(CODE, SEVERITY, span or step.span, message, fixes=fixes)


def _duration_span(context: PlanContext, step: Step) -> Span | None:
    """The duration in brackets after the action; None in other notations."""
    begin, end = step.actions[-1].span.end, step.span.end
    tail = context.file.text[begin:end]
    text = tail.strip()
    if not (text.startswith("[") and text.endswith("]")):
        return None
    start = begin + len(tail) - len(tail.lstrip())
    return Span(start, start + len(text))
