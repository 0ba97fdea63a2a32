"""Steps are not sorted by their start times.

## What it does
Reports a step that starts earlier than a step above it, in a plan with times. The related location
is that step.

## Why it matters
Plans are executed in the order of their times, so the order of the lines is misleading. Often a
time is mistyped.

## Example
```text
5: (pick-up ann parcel depot)
3: (move ann depot square)
```

## Use instead
```text
3: (move ann depot square)
5: (pick-up ann parcel depot)
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Diagnostic, Related, Severity
from plancore.formula.printing import number_text
from plancore.model.plan import Step
from plancore.rules.plans.base import PlanContext
from plancore.source import Span

CODE: Final = "step-order"
SEVERITY: Final = Severity.WARNING
DEFAULT: Final = True


def check(context: PlanContext) -> Iterator[Diagnostic]:
    """Each step that starts before an earlier one in the text."""
    latest: Step | None = None
    for step in context.plan.steps:
        if step.start is None:
            continue
        if latest is None or latest.start is None or step.start >= latest.start:
            latest = step
            continue
        begins, before = number_text(step.start), number_text(latest.start)
        message = f"step out of order: it starts at {begins}, a step above it at {before}"
        related = (Related(latest.span, f"starts at {before}"),)
        yield Diagnostic(CODE, SEVERITY, _time_span(context, step), message, related)


def _time_span(context: PlanContext, step: Step) -> Span:
    """The time before the action; the whole step in a notation that has the time elsewhere."""
    start, end = step.at, step.actions[0].at if step.actions else step.at
    head = context.file.text[start:end].rstrip(" \t:")
    return Span(start, start + len(head)) if head else step.span
