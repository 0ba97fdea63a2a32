"""A type is its own ancestor.

## What it does
Reports types that inherit from each other in a cycle, at the declaration that closes it.

## Why it matters
Some planners' parsers loop forever on such a domain, or treat all types of the cycle as equal.

## Example
```pddl
(define (domain d)
  (:requirements :typing)
  (:types
    shop - place
    place - shop))
```

## Use instead
Give one of the types another parent, such as `object`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.typed_list import swept_in
from plancore.model.finding import Finding
from plancore.rules.base import DefinitionContext

CODE: Final = "cyclic-types"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True

_MOST: Final = 20
"""The maximum number of types in a message."""


def check(context: DefinitionContext) -> Iterator[Finding]:
    """The first cycle of types."""
    cycle = context.environment.hierarchy.cycle
    if not cycle:
        return
    members = frozenset(cycle)
    links = [
        name
        for model in context.definition.models
        for name in model.types
        if name.name in members and not members.isdisjoint(name.types) and name.node is not None
    ]
    nodes = [link.node for link in links if link.node is not None]
    names = cycle if len(cycle) <= _MOST else (*cycle[:_MOST], "…")
    path = " - ".join([*names, cycle[0]])
    related = tuple(
        (node.place, "part of the cycle") for node in nodes[: min(_MOST, len(nodes) - 1)]
    )
    message = f"cyclic type hierarchy: `{path}`"
    for model in context.definition.models:
        for parent, swept in swept_in(model.types):
            above = [name for name in swept if name.name == parent.text.lower()]
            if above and len(cycle) == 1:
                message += f"; `- {parent.text}` also applies to the lines above"
    yield Finding(CODE, SEVERITY, nodes[-1].place, message, related)
