"""A step is missing its start time or duration.

## What it does
Reports a durative action without a start time or without a duration, and any step without a start
time in a plan where others have one.

## Why it matters
The time of the step is unknown, so the plan is not executed.

## Example
```pddl
(define (domain kitchen)
  (:requirements :durative-actions)
  (:predicates (hot))
  (:durative-action cook
    :parameters ()
    :duration (= ?duration 5)
    :condition (and)
    :effect (at end (hot))))
(define (problem soup)
  (:domain kitchen)
  (:init)
  (:goal (hot)))
```
```text
(cook)
```

## Use instead
```text
0: (cook) [5]
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Diagnostic, Severity
from plancore.model.domain import ActionKind
from plancore.rules.plans.base import PlanContext

CODE: Final = "missing-time"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(context: PlanContext) -> Iterator[Diagnostic]:
    """Each action whose start or duration is missing."""
    some_timed = any(step.start is not None for step in context.plan.steps)
    for step, action, schema in context.timed_actions:
        lacks = ""
        if schema.kind is ActionKind.DURATIVE:
            lacks = "start time" if step.start is None else "duration"
            if step.start is not None and step.duration is not None:
                continue
            message = f"missing {lacks} of durative action `{schema.name}`"
        elif some_timed and step.start is None:
            message = "missing start time: other steps have one"
        else:
            continue
        yield Diagnostic(CODE, SEVERITY, action.span, message)
