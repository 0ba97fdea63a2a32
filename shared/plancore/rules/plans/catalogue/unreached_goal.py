"""A plan does not reach the goal of its problem.

## What it does
Executes the plan and reports at its last step the parts of the goal that do not hold, and why: the
step that made them false, or that they were never true. The related locations are those steps and
the goal.

## Why it matters
The plan is invalid.

## Example
```text
(pick-up ann parcel depot)
```

## Use instead
```text
(pick-up ann parcel depot)
(pick-up ann letter depot)
(move ann depot square)
(drop-off ann letter square)
(move ann square harbour)
(drop-off ann parcel harbour)
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Diagnostic, Severity
from plancore.rules.plans.base import PlanContext
from plancore.rules.plans.failing import goal_places, goal_text

CODE: Final = "unreached-goal"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(context: PlanContext) -> Iterator[Diagnostic]:
    """The unreached conjuncts of the goal; nothing for a text without a plan."""
    run = context.run
    if run is None or not run.complete or not run.trace.unreached or context.plan.is_missing:
        return
    trace = run.trace
    related = goal_places(context, trace)
    yield Diagnostic(CODE, SEVERITY, context.end, goal_text(trace), related)
