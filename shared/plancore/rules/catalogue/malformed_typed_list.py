"""A typed list is malformed.

## What it does
Reports a dash without a type, a variable in place of a type, a list among the names, a parameter
or quantified variable without `?`, types of objects without their dashes, types before their names
or after a colon, and `:parameters` without parentheses. A type without a name before it is a
warning, because many planners ignore it. A dash without a blank next to it is a hint; so is a
parent in `:types` that also applies to short lines above it.

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

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.typed_list import MARKS, WITHOUT_MARKS, lost_dashes, swept_in, without_mark
from plancore.model.domain import OBJECT
from plancore.model.finding import CAUSE, Finding, PlaceEdit, PlaceFix
from plancore.model.formula import TypedName
from plancore.rules.base import DefinitionContext
from plancore.syntax.nodes import Atom, Node, Place

CODE: Final = "malformed-typed-list"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


_FOLLOWER: Final = re.compile(r"(?:\s|;[^\n]*)*([^\s();]+)")
_SIGN: Final = re.compile(r"(?<=\s)(=|::?|:=|->)\s+$")
"""A sign in place of the dash before a type."""
_MARGIN: Final = 50


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each list of objects in which types lack their dashes, and each parent type that also applies
    to earlier lines. Other errors of a list are found when it is read."""
    types = context.environment.hierarchy.names
    for model in context.definition.models:
        if model.types:
            yield from _swept_in(model.types)
            yield from _without_dashes(model.types)
        if not model.names:
            continue  # the usual case; the rest would be noticeable during typing
        if any(found.mistake == MARKS for found in model.uses.findings):
            yield from _marked_uses(context, model.names)
        of_names = lost_dashes(model.names, types)
        if of_names and model.names[-1].name in of_names:
            yield from _leading(model.names, of_names)
            continue
        if names_after_types := _exchanged(model.names, types):
            yield names_after_types
        lost = (of.node for of in of_names.values())
        for node in {id(node): node for node in lost if node is not None}.values():
            message = f"`{node.text}` is a type: missing `-`; write `- {node.text}`"
            edit = PlaceEdit(Place(node.form, node.start, node.start), "- ")
            fix = PlaceFix("Insert the missing `-`", (edit,))
            mistake, place = f"dash {id(model)}", node.place
            before = node.form.text[max(0, node.start - 9) : node.start]
            sign = _SIGN.search(before)
            if sign is not None:
                start = node.start - len(before) + sign.start(1)
                place = Place(node.form, start, start + len(sign[1]))
                message = f"expected `-` before a type, found `{sign[1]}`"
                fix = PlaceFix("Change to `-`", (PlaceEdit(place, "-"),))
                mistake = f"{CAUSE}signs"
            yield Finding(CODE, SEVERITY, place, message, (), (fix,), mistake=mistake)


def _marked_uses(context: DefinitionContext, names: tuple[TypedName, ...]) -> Iterator[Finding]:
    """The uses of objects that are declared with `?`; part of the finding about the declaration."""
    marked = {name.node.key for name in names if type(name.node) is Atom}
    unbound = [node for form in context.faulty for node, _ in form.model.uses.unbound]
    places = [node.place for node in unbound if node.key in marked]
    edits = tuple(map(without_mark, places))
    fix = PlaceFix(WITHOUT_MARKS, edits)
    for place in places[:1]:
        message = "a variable in place of an object"
        yield Finding(CODE, SEVERITY, place, message, (), (fix,), mistake=MARKS)


def _without_dashes(types: tuple[TypedName, ...]) -> Iterator[Finding]:
    """The finding about `(:types van object crate object)`: names that are there twice are
    parents."""
    if types[-1].types or len({name.name for name in types}) == len(types):
        return  # the usual case
    counts = Counter(name.name for name in types)
    of_names = lost_dashes(types, {key for key, n in counts.items() if n > 1} | {OBJECT})
    parents = {id(of.node): of.node for of in of_names.values() if of.node is not None}
    edits = tuple([PlaceEdit(Place(at.form, at.start, at.start), "- ") for at in parents.values()])
    for node in [*parents.values()][:1]:
        message = f"missing `-` before a parent; write `- {node.text}`"
        fix = PlaceFix("Insert the missing `-`", edits)
        mistake = f"{CAUSE}parents"
        yield Finding(CODE, SEVERITY, node.place, message, (), (fix,), mistake=mistake)


def _exchanged(names: tuple[TypedName, ...], types: Set[str]) -> Finding | None:
    """The finding about `truck - t1 t2 place - home`, with the types before their names; None for
    any other list."""
    first, last = names[0], names[-1]
    if first.name not in types or not first.types or first.types[0] in types:
        return None
    groups: list[tuple[Node, list[Node]]] = []
    for name in names:
        if name.node is None:
            return None
        if name.name in types and name.type_node is not None and name.types[0] not in types:
            groups.append((name.node, [name.type_node]))
        elif name.types:
            return None
        else:
            groups[-1][1].append(name.node)
    assert first.node is not None
    assert last.node is not None
    end = (last.type_node or last.node).end
    texts = [f"{' '.join(each.text for each in group)} - {of.text}" for of, group in groups]
    message = f"expected the type after its names; write `{texts[0]}`"
    edit = PlaceEdit(first.node.place._replace(end=end), " ".join(texts))
    fix = PlaceFix("Write types after their names", (edit,))
    mistake = f"{CAUSE}exchanged"
    return Finding(CODE, SEVERITY, first.node.place, message, (), (fix,), mistake=mistake)


def _leading(names: tuple[TypedName, ...], of_names: Mapping[str, TypedName]) -> Iterator[Finding]:
    """The one finding about types before the names of objects."""
    groups: dict[str, list[str]] = {}
    for name in names:
        of = of_names.get(name.name)
        if of is not None and of.node is not None and name.node is not None:
            groups.setdefault(of.node.text, []).append(name.node.text)
    texts = [f"{' '.join(group)} - {of}" for of, group in groups.items()]
    first, last = names[0].node, names[-1].node
    if first is None or last is None or first.form is not last.form:
        return
    message = f"expected the type after its names; write `{texts[0]}`"
    edit = PlaceEdit(Place(first.form, first.start, last.end), " ".join(texts))
    fix = PlaceFix("Write types after their names", (edit,))
    yield Finding(CODE, SEVERITY, first.place, message, (), (fix,), mistake="types first")


def _swept_in(types: tuple[TypedName, ...]) -> Iterator[Finding]:
    """Each parent type that also applies to earlier lines, if these end well before the margin."""
    for parent, last in swept_in(types):
        if type(parent) is not Atom or parent.key == OBJECT:
            continue
        text = parent.form.text
        is_circle = any(name.name == parent.key and name.type_node is parent for name in types)
        is_wrapped = not all(name.node and _has_room(text, name.node) for name in last)
        if is_circle or is_wrapped:
            continue
        shown = " and ".join(f"`{name.name}`" for name in last)
        message = f"`- {parent.text}` also applies to {shown} at the end of lines above"
        edits = tuple(
            PlaceEdit(Place(name.node.form, name.node.end, name.node.end), f" - {OBJECT}")
            for name in last
            if name.node is not None
        )
        fix = PlaceFix(f"End these lines with `- {OBJECT}`", edits)
        yield Finding(CODE, Severity.HINT, parent.place, message, (), (fix,))


def _has_room(text: str, name: Node) -> bool:
    """Whether the first word of the next line would have fit after `name`."""
    start = text.rfind("\n", 0, name.start) + 1
    follower = _FOLLOWER.match(text, name.end)
    return follower is not None and name.end - start + 1 + len(follower[1]) <= _MARGIN
