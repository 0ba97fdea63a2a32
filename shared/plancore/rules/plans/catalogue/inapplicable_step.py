"""A step is not applicable in the state before it.

## What it does
Executes the plan from the initial state of its problem and reports the first step that fails, with
what does not hold and why: which step made it false, or that it was never true. Also reported are
actions that disturb each other at the same time, durations that the domain does not allow, and
constraints that are violated. The related places are the step that is to blame, its effect in the
domain, and the condition there that does not hold. Steps behind the one that fails are not looked
at.

## Why it matters
The plan is not valid.

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
