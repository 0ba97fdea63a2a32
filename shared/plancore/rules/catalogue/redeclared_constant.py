"""An object of a problem is already a constant.

## What it does
Reports a name in `(:objects …)` that the domain declares in `(:constants …)`. The related location
is the constant. The fix removes the object. Where functions have objects as values, it also reports
an object or a constant called `undefined`, which is the value of a function that has none.

## Why it matters
VAL and other tools reject the problem. If the types differ, which one is used depends on the
planner.

## Example
```pddl
(define (domain d)
  (:constants home)
  (:predicates (at ?x)))
(define (problem p)
  (:domain d)
  (:objects home shop)
  (:init (at home))
  (:goal (at shop)))
```

## Use instead
Declare it in one place.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.domain import OBJECT, UNDEFINED
from plancore.model.finding import Finding, PlaceFix
from plancore.patch.declare import written
from plancore.rules.base import DefinitionContext
from plancore.rules.fixes import NameRemover

CODE: Final = "redeclared-constant"
SEVERITY: Final = Severity.WARNING
DEFAULT: Final = True


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each object that is already declared in the domain, or by PDDL 3.1."""
    if context.environment.has_object_fluents:
        yield from _called_undefined(context)
    if context.domain is None or context.definition.kind != "problem":
        return
    constants = context.domain.environment.objects
    if not constants:
        return
    for model in context.definition.models:
        declared_twice = [name for name in model.names if name.name in constants]
        remove_name = NameRemover(model.names if declared_twice else ())
        for name in declared_twice:
            constant = constants[name.name]
            if name.node is None:
                continue
            node = constant.node
            related = ((node.place, "constant declared here"),) if node else ()
            message = f"object `{name.node.text}` is already a constant of the domain"
            if name.types != constant.types:
                types = (written(each.types or (OBJECT,)) for each in (constant, name))
                message += ", of type `{}`, not `{}`".format(*types)
            fixes: tuple[PlaceFix, ...] = ()
            edit = remove_name(name)
            if edit is not None and name.types == constant.types:
                fixes = (PlaceFix("Remove the object", (edit,)),)
            yield Finding(CODE, SEVERITY, name.node.place, message, related, fixes)


def _called_undefined(context: DefinitionContext) -> Iterator[Finding]:
    for model in context.definition.models:
        for name in model.names:
            if name.name == UNDEFINED and name.node is not None:
                message = (
                    f"`{name.node.text}` is the value of a function without one (PDDL 3.1); "
                    "choose another name"
                )
                yield Finding(CODE, SEVERITY, name.node.place, message)
