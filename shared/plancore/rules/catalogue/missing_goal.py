"""A problem is missing its goal.

## What it does
Reports a problem without `(:goal …)`. A task network (`:htn`) or a goal of another dialect
(`:goals`, `:goal-reward`, `:metric`) is accepted instead.

## Why it matters
Planners reject the file or return an empty plan.

## Example
```pddl
(define (problem p)
  (:domain d)
  (:init))
```

## Use instead
```pddl
(define (problem p)
  (:domain d)
  (:init)
  (:goal (and)))
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import Finding
from plancore.rules.base import DefinitionContext

CODE: Final = "missing-goal"
SEVERITY: Final = Severity.WARNING
DEFAULT: Final = True

_GOALS: Final = frozenset((":goal", ":goals", ":htn", ":goal-reward", ":metric"))


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each problem without a goal."""
    definition = context.definition
    name = definition.definition.name
    if name is not None and not any(model.keyword in _GOALS for model in definition.models):
        yield Finding(CODE, SEVERITY, name.place, f"missing `(:goal …)` in problem `{name.text}`")
