"""A formula is not in parentheses.

## What it does
Reports a bare word where a formula, an effect or a fact belongs. PPDDL allows it, so there it is an
information.

## Why it matters
Planners reject it.

## Example
```pddl
(define (domain d)
  (:predicates (p) (q))
  (:action a
    :parameters ()
    :precondition p
    :effect (q)))
```

## Use instead
`(p)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import Finding, PlaceEdit, PlaceFix
from plancore.rules.base import FormContext

CODE: Final = "bare-atom"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(context: FormContext) -> Iterator[Finding]:
    """Each word where a formula belongs; one that names a proposition only lacks parentheses."""
    for node, tolerated in context.model.uses.bare:
        fixes: tuple[PlaceFix, ...] = ()
        predicate = context.environment.predicates.get(node.key)
        if predicate is not None and not predicate.parameters:
            wrapped = PlaceEdit(node.place, f"({node.text})")
            fixes = (PlaceFix(f"Write `({node.text})`", (wrapped,), safe=True),)
        message = f"expected a formula in parentheses, found `{node.text}`"
        severity = Severity.INFORMATION if tolerated else SEVERITY
        yield Finding(CODE, severity, node.place, message, (), fixes)
