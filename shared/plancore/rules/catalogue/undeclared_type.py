"""A type is undeclared.

## What it does
Reports a type after a dash that is not in `(:types …)`, neither as a type nor as a parent. `object`
needs no declaration, nor does `number` in declarations of functions.

A type that is only named as a parent counts as declared. It is a warning if such a name is used
nowhere else and is similar to `object` or to a declared type.

## Why it matters
Some planners reject the file; others treat the type as empty, so that the action can never be
applied.

## Example
```pddl
(define (domain delivery)
  (:requirements :typing)
  (:types place)
  (:predicates (at ?p - plase)))
```

## Use instead
`?p - place`, or declare `plase`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.environment import Environment
from plancore.model.domain import OBJECT, TypeNames
from plancore.model.finding import Finding, PlaceFix
from plancore.model.formula import TypedName
from plancore.patch.declare import declare_name
from plancore.rules.analysis import narrowest, undeclared_severity
from plancore.rules.base import DefinitionContext
from plancore.rules.fixes import Suggestions, change_to
from plancore.spelling import nearest
from plancore.syntax.nodes import Atom

CODE: Final = "undeclared-type"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each use of an undeclared type, and each parent that looks misspelt."""
    if context.definition.kind != "problem":
        yield from _misspelt_parents(context)
    nodes = [node for form in context.faulty for node in form.resolution.types]
    if not nodes:
        return
    environment = context.environment
    suggest = Suggestions(_known_types(environment))
    severity = undeclared_severity(environment)
    for node in nodes:
        message = f"undeclared type `{node.text}`"
        fixes: list[PlaceFix] = []
        meant = suggest(node.key)
        asked_types = _asked_types(context, node)
        if meant is not None:
            spelled = suggest.spelling(meant)
            message += f"; did you mean `{spelled}`?"
            if asked_types is not None and all(
                environment.accepts(types, (meant,)) for types in asked_types
            ):
                fixes.append(change_to(node, spelled))
        # In a dialect one declared type would make the undeclared ones errors.
        fix = _declaration(context, node, asked_types) if severity is SEVERITY else None
        if fix is not None:
            fixes.append(fix)
        yield Finding(CODE, severity, node.place, message, (), tuple(fixes), mistake=node.key)


def _misspelt_parents(context: DefinitionContext) -> Iterator[Finding]:
    environment = context.environment
    declared = {OBJECT: TypedName(OBJECT), **environment.types}
    parents = [
        node
        for model in context.definition.models
        if model.keyword == ":types"
        for node in model.uses.types
        if node.key not in declared
    ]
    if not parents:
        return
    suggest = Suggestions(declared)
    for node in parents:
        meant = None if node.key in context.mentions.types else suggest(node.key)
        # Many short words are at edit distance 2 from each other: `item` and `ice`.
        if meant is not None and nearest(node.key, (meant,), 1 if len(node.key) < 6 else 2):
            spelled = suggest.spelling(meant)
            message = f"type `{node.text}` is declared only as a parent; did you mean `{spelled}`?"
            fix = change_to(node, spelled)
            yield Finding(
                CODE,
                Severity.WARNING,
                node.place,
                message,
                (),
                (fix,),
                mistake=f"parent {node.key}",
            )


def _known_types(environment: Environment) -> dict[str, TypedName]:
    """All types by name, including those that are only mentioned as parents."""
    names = sorted(environment.hierarchy.names)
    return {name: environment.types.get(name, TypedName(name)) for name in names}


def _asked_types(context: DefinitionContext, node: Atom) -> list[TypeNames] | None:
    """The types required where a name of the undeclared type is used.

    None if a name of another type is used where the undeclared type is required: then neither a
    declaration nor another type certainly fits.
    """
    asked_types: list[TypeNames] = []
    for form in context.faulty:
        for mismatch in form.resolution.mismatches:
            if node.key in mismatch.wanted.types:
                return None
            actual = getattr(mismatch.given, "types", ())
            if node.key in actual:
                asked_types.append(mismatch.wanted.types)
    return asked_types


def _declaration(
    context: DefinitionContext, node: Atom, asked_types: list[TypeNames] | None
) -> PlaceFix | None:
    if context.domain is None or asked_types is None:
        return None
    parent = narrowest(asked_types, context.environment)
    if parent is None:
        return None
    edit = declare_name(context.domain, ":types", node.text, parent)
    return PlaceFix(f"Declare type `{node.text}`", (edit,)) if edit else None
