"""A predicate is used that the domain does not declare.

## What it does
Reports a predicate in a condition, an effect, a goal or the initial state that is missing from
`(:predicates …)`. Names are compared without regard to case.

## Why it matters
Planners reject the file or, worse, treat the condition as one that never holds.

## Example
```pddl
(:predicates (at ?x))
(:action stay :parameters (?x) :precondition (att ?x))
```
Use instead: `(at ?x)`, or declare `(att ?x)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import Finding, PlaceEdit, PlaceFix
from plancore.model.lower.spelling import nearest
from plancore.rules.base import FormContext
from plancore.syntax.nodes import Atom, List

CODE: Final = "undeclared-predicate"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(context: FormContext) -> Iterator[Finding]:
    """Each use of a predicate that is not declared."""
    for use in context.resolution.predicates:
        node = use.atom.node
        if type(node) is not List or not node.items or type(node.items[0]) is not Atom:
            continue
        name = node.items[0]
        message = f"predicate `{name.text}` is not declared"
        fixes: tuple[PlaceFix, ...] = ()
        meant = nearest(name.key, context.environment.predicates)
        if meant is not None:
            message += f", did you mean `{meant}`?"
            fixes = (PlaceFix(f"Change to `{meant}`", (PlaceEdit(name.place, meant),)),)
        yield Finding(CODE, SEVERITY, name.place, message, (), fixes)
