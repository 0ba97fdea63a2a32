"""A plan has its verdict only because numbers and times are taken as rounded.

## What it does
Reports a plan with another verdict, failing step or cost if numbers are compared exactly, and if
actions end when their constraints ask for. Numbers in plans with durations satisfy a comparison
within the setting `tolerance` (by default 0.0001).

## Why it matters
Planners print rounded numbers, and validators accept them. But a plan that works only for that
reason may fail in another validator, or when it is carried out.

## Example
```pddl
(define (domain roads)
  (:requirements :durative-actions :fluents)
  (:predicates (arrived))
  (:functions (fuel))
  (:durative-action drive
    :parameters ()
    :duration (= ?duration 2)
    :condition (at start (>= (fuel) 5))
    :effect (at end (arrived))))
(define (problem one)
  (:domain roads)
  (:init (= (fuel) 4.99995))
  (:goal (arrived)))
```
```text
0.000: (drive) [2.000]
```

## Use instead
`(= (fuel) 5)`
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Diagnostic, Severity
from plancore.rules.plans.base import PlanContext
from plancore.rules.plans.failing import failing_place

CODE: Final = "rounding-decides"
SEVERITY: Final = Severity.HINT
DEFAULT: Final = True


def check(context: PlanContext) -> Iterator[Diagnostic]:
    """What would be found without tolerances, at the step that would fail."""
    run = context.run
    exactly = run.trace.exactly if run is not None and run.complete else None
    if exactly is None:
        return
    # Imported late: few plans have durations.
    from plancore.simulate.validate import without_tolerance

    message = f"rounding decides: {without_tolerance(exactly)}"
    yield Diagnostic(CODE, SEVERITY, failing_place(context, exactly), message)
