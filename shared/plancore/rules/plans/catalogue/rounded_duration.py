"""A duration satisfies its constraint only because it was rounded.

## What it does
Reports each duration that differs from the one that its constraint allows by at most half a unit of
its last printed decimal, or 0.0001. The plan is executed with the exact duration. The setting
`durationTolerance` replaces half a unit with a number.

## Why it matters
Validators with a smaller tolerance reject the plan. Print durations with more decimals for them.

## Example
```pddl
(define (domain roads)
  (:requirements :durative-actions)
  (:predicates (arrived))
  (:durative-action drive
    :parameters ()
    :duration (= ?duration (/ 25 8))
    :condition (and)
    :effect (at end (arrived))))
(define (problem one)
  (:domain roads)
  (:init)
  (:goal (arrived)))
```
```text
0.000: (drive) [3.13]
```

## Use instead
```text
0.000: (drive) [3.125]
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Diagnostic, Severity
from plancore.rules.plans.base import PlanContext

CODE: Final = "rounded-duration"
SEVERITY: Final = Severity.HINT
DEFAULT: Final = True


def check(context: PlanContext) -> Iterator[Diagnostic]:
    """Each duration that was rounded."""
    run = context.run
    if run is None or not run.trace.rounded:
        return
    # Imported late: few plans have durations.
    from plancore.simulate.atoms import show_value

    for each in run.trace.rounded:
        message = (
            f"duration {show_value(each.printed)} of step {each.step} is rounded: "
            f"its constraint asks for {each.wanted}"
        )
        yield Diagnostic(CODE, SEVERITY, each.action.span, message)
