"""A step is inapplicable.

## What it does
Executes the plan from the initial state of its problem and reports the first step that fails, its
unsatisfied conditions, and why each is unsatisfied: the step that made it false, or that it was
never true. Also reports actions that interfere at the same time, durations that the domain does
not allow, and violated constraints. The related locations are the step that made the condition
false, its effect in the domain, and the condition. Steps after the failing one are not executed.

## Why it matters
The plan is invalid.

## Example
```text
(move ann depot square)
(move ann depot square)
```

## Use instead
```text
(move ann depot square)
(move ann square depot)
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Diagnostic, Severity
from plancore.rules.plans.base import PlanContext
from plancore.rules.plans.failing import failing_place, failure_places, failure_text

CODE: Final = "inapplicable-step"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(context: PlanContext) -> Iterator[Diagnostic]:
    """The first step that fails."""
    run = context.run
    if run is None or run.trace.failure is None:
        return
    trace = run.trace
    message = failure_text(trace)
    related = failure_places(context, trace)
    yield Diagnostic(CODE, SEVERITY, failing_place(context, trace), message, related)
