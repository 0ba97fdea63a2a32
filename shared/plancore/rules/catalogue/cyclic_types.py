"""A type is its own ancestor.

## What it does
Reports types that inherit from each other in a cycle, at the declaration that closes it. The fix
makes the type declared there a child of `object`.

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
from plancore.model.domain import OBJECT
from plancore.model.finding import Finding, PlaceEdit, PlaceFix
from plancore.model.formula import TypedName
from plancore.rules.base import DefinitionContext
from plancore.syntax.nodes import Node, Place

CODE: Final = "cyclic-types"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True

_MOST: Final = 20
"""The maximum number of types in a message, and of types that are their own parent."""


def check(context: DefinitionContext) -> Iterator[Finding]:
    """The first cycle of types, and each type that is its own parent."""
    cycle = context.environment.hierarchy.cycle
    names = [name for model in context.definition.models for name in model.types]
    own = [(name.name,) for name in names if name.name in name.types and name.name != OBJECT]
    members = frozenset(cycle)
    others = [each for each in dict.fromkeys(own) if each[0] not in members]
    for each in (cycle, *others[:_MOST]):
        yield _finding(context, each)


def _finding(context: DefinitionContext, cycle: tuple[str, ...]) -> Finding:
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
            above = [name for name in swept if name.name == parent.text.lower() in members]
            if above and len(cycle) == 1:
                message += f"; `- {parent.text}` also applies to the lines above"
    edit = _edit(context, links[-1])
    fixes = (PlaceFix(f"Make `{nodes[-1].text}` a child of `{OBJECT}`", (edit,)),) if edit else ()
    return Finding(CODE, SEVERITY, nodes[-1].place, message, related, fixes)


def _edit(context: DefinitionContext, link: TypedName) -> PlaceEdit | None:
    """Write `object` as the parent of one type; None between others on its line that share its
    parent."""
    node, parent = link.node, link.type_node
    group = [
        name
        for model in context.definition.models
        for name in model.types
        if name.type_node is parent
    ]
    if node is None or parent is None or node.form.problems:
        return None
    if len(group) == 1:
        return PlaceEdit(parent.place, OBJECT)
    if group[0] is link or _ends_its_line(node):
        return PlaceEdit(Place(node.form, node.end, node.end), f" - {OBJECT}")
    if group[-1] is link and node.form is parent.form:
        text = f"- {parent.text} {node.text} - {OBJECT}"
        return PlaceEdit(Place(node.form, node.start, parent.end), text)
    return None


def _ends_its_line(node: Node) -> bool:
    """Whether nothing is behind a name on its line."""
    return not node.form.text[node.end :].partition("\n")[0].strip()
