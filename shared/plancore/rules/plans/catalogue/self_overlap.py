"""An action starts while the same action is still running.

## What it does
Reports a durative action that starts before an earlier one with the same objects has ended. The
related location is the earlier one.

## Why it matters
PDDL allows it if the conditions hold, and so does `planeval validate`. Many planners and executives
do not: for them, an action with given objects runs only once at a time.

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
0: (cook) [5]
3: (cook) [5]
```

## Use instead
```text
0: (cook) [5]
6: (cook) [5]
```
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from plancore.diagnostic import Diagnostic, Related, Severity
from plancore.formula.printing import number_text
from plancore.model.domain import ActionKind
from plancore.model.plan import GroundAction
from plancore.rules.plans.base import PlanContext

CODE: Final = "self-overlap"
SEVERITY: Final = Severity.HINT
DEFAULT: Final = True


def check(context: PlanContext) -> Iterator[Diagnostic]:
    """Each durative action that starts while the same one is running."""
    timed = [
        (step.start, step.duration, action)
        for step, action, schema in context.timed_actions
        if schema.kind is ActionKind.DURATIVE
        and step.start is not None
        and step.duration is not None
    ]
    going_on: dict[tuple[str, ...], tuple[Fraction, GroundAction]] = {}
    for start, duration, action in sorted(timed, key=lambda item: (item[0], item[2].at)):
        end, earlier = going_on.get(action.key, (start, action))
        if start < end:
            message = f"overlapping action: `{action}` is already running, until {number_text(end)}"
            related = (Related(earlier.span, f"runs until {number_text(end)}"),)
            yield Diagnostic(CODE, SEVERITY, action.span, message, related)
        if start + duration >= end:
            going_on[action.key] = (start + duration, action)
