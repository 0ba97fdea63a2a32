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
from plancore.lower.section import SectionModel
from plancore.model.finding import Finding
from plancore.rules.base import DefinitionContext

CODE: Final = "missing-goal"
SEVERITY: Final = Severity.WARNING
DEFAULT: Final = True

_GOALS: Final = frozenset((":goal", ":goals", ":htn", ":goal-reward"))


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each problem without a goal."""
    definition = context.definition
    name = definition.definition.name
    if name is not None and not any(map(_is_goal, definition.models)):
        yield Finding(CODE, SEVERITY, name.place, f"missing `(:goal …)` in problem `{name.text}`")


def _is_goal(model: SectionModel) -> bool:
    """Whether a section is a goal or an expression to maximise, which may replace the goal."""
    metric = model.metric
    return model.keyword in _GOALS or (metric is not None and metric.direction == "maximize")
