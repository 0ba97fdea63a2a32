"""A type is unused.

## What it does
Reports a type if the domain uses neither the type nor any of its supertypes or subtypes for a
parameter. Its objects then cannot be distinguished from others.

## Why it matters
It may be a leftover or a misspelling.

## Example
```pddl
(define (domain d)
  (:requirements :typing)
  (:types truck plane)
  (:predicates (at ?t - truck))
  (:action go
    :parameters (?t - truck)
    :effect (at ?t)))
```

## Use instead
Remove `plane`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.domain import OBJECT
from plancore.model.finding import Finding, PlaceFix
from plancore.rules.base import DefinitionContext
from plancore.rules.fixes import NameRemover, remove_unused, unused
from plancore.syntax.nodes import Atom

CODE: Final = "unused-type"
SEVERITY: Final = Severity.HINT
DEFAULT: Final = True


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each declared type whose only common ancestor with the used types is `object`."""
    if not context.has_operators:
        return
    environment = context.environment
    hierarchy = environment.hierarchy
    of_consequence = hierarchy.below(hierarchy.above(context.mentions.types) - {OBJECT})
    types = [name for model in context.definition.models for name in model.types]
    times = Counter(name.name for name in types)
    parents = {parent for name in environment.types.values() for parent in name.types}
    remove_name = NameRemover(types)
    for name, declared in environment.types.items():
        if name == OBJECT or name in of_consequence:
            continue
        node = declared.node
        if type(node) is not Atom:
            continue
        fixes: tuple[PlaceFix, ...] = ()
        if name not in parents and times[name] == 1:
            fixes = remove_unused(context, remove_name(declared), node.text)
        yield unused(CODE, node, "type", fixes)
