"""A plan is not executed, or not to its end.

## What it does
Reports why it is undecided whether the plan is valid: an error in the domain or the problem (the
related location), a feature that the simulator does not support, or too much computation while you
type.

## Why it matters
A plan without diagnostics would look valid, although it was not executed.

## Example
```pddl
(define (domain lamps)
  (:predicates (on))
  (:action switch
    :parameters ()
    :effect (onn)))
(define (problem one)
  (:domain lamps)
  (:init)
  (:goal (on)))
```
```text
(switch)
```

## Use instead
Write `(on)` in the effect.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Diagnostic, Related, Severity
from plancore.rules.plans.base import PlanContext

CODE: Final = "not-executed"
SEVERITY: Final = Severity.INFORMATION
DEFAULT: Final = True


def check(context: PlanContext) -> Iterator[Diagnostic]:
    """The reason why the plan is not executed, at its first step."""
    if not context.plan.steps or context.setting.problem is None:
        return
    at = context.plan.steps[0].span
    error = context.obstacle
    if error is not None:
        file, diagnostic = error
        name = file.name.rpartition("/")[2]
        message = f"plan not executed: `{name}` has errors"
        related = (Related(diagnostic.span, diagnostic.message, file.name),)
        yield Diagnostic(CODE, SEVERITY, at, message, related)
    elif context.run is not None and context.run.trace.undecided is not None:
        message = f"undecided whether the plan is valid: {context.run.trace.undecided}"
        yield Diagnostic(CODE, SEVERITY, at, message)
