"""A parameter is untyped although the domain has types.

## What it does
Reports a parameter of an action, method or predicate without a type, in a domain with `(:types …)`.
Off by default, because `object` is a valid type.

## Why it matters
The parameter accepts any object, so the action may have more instances than intended.

## Example
```pddl
(define (domain d)
  (:requirements :typing)
  (:types truck)
  (:predicates (at ?t - truck))
  (:action go
    :parameters (?t)
    :effect (and)))
```

## Use instead
`?t - truck`, or `?t - object`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import Finding, PlaceEdit, PlaceFix
from plancore.model.formula import TypedName
from plancore.rules.base import FormContext
from plancore.syntax.nodes import Place

CODE: Final = "untyped-parameter"
SEVERITY: Final = Severity.INFORMATION
DEFAULT: Final = False


def check(context: FormContext) -> Iterator[Finding]:
    """Each parameter without a type."""
    if not context.environment.types:
        return
    model = context.model
    lists = [*model.uses.lists, *(predicate.parameters for predicate in model.predicates)]
    for names in lists:
        for index, name in enumerate(names):
            if name.types or name.node is None or name.type_node is not None:
                continue
            message = f"untyped parameter `{name.node.text}`"
            yield Finding(CODE, SEVERITY, name.node.place, message, (), _fix(names, index))


def _fix(names: tuple[TypedName, ...], index: int) -> tuple[PlaceFix, ...]:
    """The fix that adds `- object`, only after the last name: names before a type also have it."""
    node = names[index].node
    if node is None or index != len(names) - 1:
        return ()
    end = Place(node.form, node.end, node.end)
    return (PlaceFix("Add `- object`", (PlaceEdit(end, " - object"),)),)
