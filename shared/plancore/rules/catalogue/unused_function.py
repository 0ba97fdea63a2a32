"""A function is unused.

## What it does
Reports a function that no action, axiom or constraint of its domain mentions.

## Why it matters
It may be a leftover or a misspelling.

## Example
```pddl
(define (domain d)
  (:requirements :numeric-fluents)
  (:predicates (p))
  (:functions (level) (volume))
  (:action a
    :parameters ()
    :precondition (> (level) 0)
    :effect (p)))
```

## Use instead
Remove `(volume)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import Finding
from plancore.rules.base import DefinitionContext
from plancore.rules.fixes import unused
from plancore.syntax.nodes import Atom

CODE: Final = "unused-function"
SEVERITY: Final = Severity.HINT
DEFAULT: Final = True


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each declared function that the domain does not use."""
    if not context.has_operators:
        return
    mentions = context.mentions
    for function in context.environment.functions.values():
        # An object fluent without arguments may be written without parentheses.
        if function.name in mentions.functions or function.name in mentions.objects:
            continue
        name = function.name_node
        if type(name) is Atom and function.name != "total-cost":
            yield unused(CODE, name, "function")
