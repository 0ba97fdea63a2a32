"""An object is unused.

## What it does
Reports an object that is not in the initial state, the goal, the metric or the tasks of its
problem.

## Why it matters
Planners that ground try it for every parameter that it fits. It may be a leftover, or facts about
it may be missing.

## Example
```pddl
(define (problem p)
  (:domain d)
  (:objects home shop)
  (:init (at home))
  (:goal (at home)))
```

## Use instead
Remove `shop`, or add facts about it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import Finding
from plancore.rules.analysis import facts_summary
from plancore.rules.base import DefinitionContext
from plancore.rules.fixes import unused_names

CODE: Final = "unused-object"
SEVERITY: Final = Severity.HINT
DEFAULT: Final = True


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each object that is not used in the problem."""
    never_used = {name.name for model in context.definition.models for name in model.names}
    never_used &= context.environment.objects.keys()
    never_used -= context.mentions.objects
    for form in context.definition.fact_forms:
        if not never_used:
            return
        never_used -= facts_summary(form).objects
    yield from unused_names(context, CODE, "object", never_used.__contains__)
