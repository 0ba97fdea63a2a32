"""A predicate is unused.

## What it does
Reports a predicate that no action, axiom, method or constraint of its domain mentions.

## Why it matters
It may be a leftover or a misspelling.

## Example
```pddl
(define (domain d)
  (:predicates (p) (q))
  (:action a
    :parameters ()
    :effect (p)))
```

## Use instead
```pddl
(define (domain d)
  (:predicates (p))
  (:action a
    :parameters ()
    :effect (p)))
```
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import Finding
from plancore.rules.base import DefinitionContext
from plancore.rules.fixes import fix_unused, unused
from plancore.syntax.nodes import Atom, List

CODE: Final = "unused-predicate"
SEVERITY: Final = Severity.HINT
DEFAULT: Final = True


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each declared predicate that the domain does not use, not even as a function."""
    if not context.has_operators:
        return
    used = context.mentions.predicates | context.mentions.functions
    if "predicates" in context.unresolved:
        # A predicate may be among the arguments of an atom that lacks one.
        used |= context.mentions.objects
    times = Counter(p.name for model in context.definition.models for p in model.predicates)
    for predicate in context.environment.predicates.values():
        if predicate.name in used:
            continue
        name = predicate.name_node
        if type(name) is not Atom or type(predicate.node) is not List:
            continue
        fixes = fix_unused(context, predicate.node) if times[predicate.name] == 1 else ()
        yield unused(CODE, name, "predicate", fixes)
