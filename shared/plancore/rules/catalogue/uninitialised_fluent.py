"""A numeric fluent is missing its initial value.

## What it does
Reports a function that the domain or the problem reads, that no action assigns, and that is missing
from `(:init …)`. `total-cost` may be omitted: it starts at 0.

## Why it matters
A condition on a fluent without a value never holds; some planners reject the problem.

## Example
```pddl
(define (domain tank)
  (:requirements :numeric-fluents)
  (:predicates (done))
  (:functions (level))
  (:action stop
    :parameters ()
    :precondition (> (level) 3)
    :effect (done)))
(define (problem p)
  (:domain tank)
  (:init)
  (:goal (done)))
```

## Use instead
Add `(= (level) 0)` to the initial state.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.environment import BUILT_IN
from plancore.model.finding import Finding
from plancore.rules.base import DefinitionContext

CODE: Final = "uninitialised-fluent"
SEVERITY: Final = Severity.WARNING
DEFAULT: Final = True


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each function that is used and never given a value."""
    place = context.init_place
    world = context.world
    if place is None or world is None:
        return
    functions = context.environment.functions
    asked_for = (world.domain_names.read | world.domain_names.changed) & functions.keys()
    for name in sorted(asked_for - context.mentions.changed - BUILT_IN):
        function = functions[name]
        if function.returns != ("number",) or world.is_assigned(name):
            continue
        node = function.name_node
        spelled = node.text if node else name
        related = ((node.place, "declared here"),) if node else ()
        message = f"missing initial value of function `{spelled}`"
        yield Finding(CODE, SEVERITY, place, message, related)
