"""A typed list is malformed.

## What it does
Reports a dash without a type, a variable in place of a type, a list among the names, a parameter
or quantified variable without `?`, types of objects without their dashes, and `:parameters` without
parentheses. A type without a name before it is a warning, because many planners ignore it. A dash
without a blank next to it is a hint.

## Why it matters
Planners reject the list or read a type as a name.

## Example
```pddl
(define (domain d)
  (:requirements :typing)
  (:types t)
  (:predicates (p ?x -)))
```

## Use instead
`(p ?x - t)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.typed_list import lost_dashes
from plancore.model.finding import Finding, PlaceEdit, PlaceFix
from plancore.rules.base import DefinitionContext
from plancore.syntax.nodes import Place

CODE: Final = "malformed-typed-list"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each list of objects in which types stand without their dashes; the other faults of a list
    are noted when it is read."""
    types = context.environment.hierarchy.names
    for model in context.definition.models:
        lost = lost_dashes(model.names, types) if model.names else {}
        for name, of in lost.items():
            node = of.node
            if node is None:
                continue
            message = f"`{node.text}` is a type: missing `-`; write `{name} - {node.text}`"
            edit = PlaceEdit(Place(node.form, node.start, node.start), "- ")
            fix = PlaceFix("Insert the missing `-`", (edit,))
            mistake = f"dash {id(model)}"
            yield Finding(CODE, SEVERITY, node.place, message, (), (fix,), mistake=mistake)
