"""A step has the wrong number of objects.

## What it does
Reports a step with more or fewer objects than its action has parameters. The related location is
the declaration of the action.

## Why it matters
The plan cannot be executed from this step on.

## Example
```text
(move ann square)
```

## Use instead
```text
(move ann depot square)
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Diagnostic, Severity
from plancore.formula.printing import typed_list
from plancore.phrases import count_of
from plancore.rules.plans.base import PlanContext

CODE: Final = "step-arity"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(context: PlanContext) -> Iterator[Diagnostic]:
    """Each step with a wrong number of objects."""
    for uses in context.uses.values():
        schema = context.schema(uses[0])
        if schema is None or len(schema.parameters) == len(uses[0].args):
            continue
        arity = len(schema.parameters)
        wanted = f"`{typed_list(schema.parameters)}`" if arity else "no objects"
        given = count_of(len(uses[0].args), "object") if uses[0].args else "none"
        message = f"`{schema.name}` takes {wanted}, found {given}"
        related = context.related(schema.name_node, f"`{schema.name}` is declared here")
        for action in uses:
            yield Diagnostic(CODE, SEVERITY, action.span, message, related)
