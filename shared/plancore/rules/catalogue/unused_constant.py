"""A constant is unused.

## What it does
Reports a constant that the rest of its domain does not mention. A problem may still use it.

## Why it matters
A constant that only problems use should be one of their objects.

## Example
```pddl
(define (domain d)
  (:constants home shop)
  (:predicates (at ?x))
  (:action go
    :parameters ()
    :effect (at home)))
```

## Use instead
Remove `shop`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import Finding
from plancore.rules.base import DefinitionContext
from plancore.rules.fixes import unused_names

CODE: Final = "unused-constant"
SEVERITY: Final = Severity.HINT
DEFAULT: Final = True


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each constant that the domain does not use."""
    if not context.has_operators:
        return
    if context.definition.fact_forms:
        return  # a problem without its head: names in facts are not collected
    if any(model.keyword == ":objects" for model in context.definition.models):
        return  # they may be the objects of a problem, as `misplaced-section` reports
    used = context.mentions.objects
    yield from unused_names(context, CODE, "constant", lambda name: name not in used)
