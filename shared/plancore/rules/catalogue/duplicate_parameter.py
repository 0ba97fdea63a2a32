"""Two parameters have the same name.

## What it does
Reports a second parameter of the same name in an action, process, event, method, task, axiom or
quantifier. It is only a warning in the declaration of a predicate or function, because names serve
as documentation there, and where the first one is the `:agent` of an action: the fix removes the
second one from `:parameters`. The related location is the first parameter.

## Why it matters
Planners reject the action or bind both parameters to the same object.

## Example
```pddl
(define (domain walk)
  (:predicates (at ?x))
  (:action go
    :parameters (?a ?a)
    :precondition (at ?a)))
```

## Use instead
Give each parameter a name of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import CAUSE, Finding, PlaceFix
from plancore.model.formula import TypedName
from plancore.rules.base import FormContext
from plancore.rules.fixes import NameRemover
from plancore.syntax.nodes import List, Node

CODE: Final = "duplicate-parameter"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(context: FormContext) -> Iterator[Finding]:
    """Each parameter with the name of an earlier one in the same list."""
    model = context.model
    lists = [action.parameters_node for action in model.actions]
    for names in model.uses.lists:
        if len({name.name for name in names}) < len(names):
            yield from _repeated(names, SEVERITY, *lists)
    for predicate in model.predicates:
        if len(predicate.parameters) > 1:
            yield from _repeated(predicate.parameters, Severity.WARNING)
    for function in model.functions:
        yield from _repeated(function.parameters, Severity.WARNING)


def _repeated(
    names: tuple[TypedName, ...], severity: Severity, parameters: Node | None = None
) -> Iterator[Finding]:
    """Each repeated name; `parameters` is the value of `:parameters` of an action."""
    if len(names) < 2 or len({name.name for name in names}) == len(names):
        return
    first: dict[str, TypedName] = {}
    for name in names:
        before = first.setdefault(name.name, name)
        if before is name or name.node is None or before.node is None:
            continue
        related = ((before.node.place, "first declared here"),)
        message = f"duplicate parameter `{name.node.text}`"
        if _is_in(parameters, name.node) and not _is_in(parameters, before.node):
            message += "; `:agent` declares it"
            edit = NameRemover(names)(name) if name.types in ((), before.types) else None
            fixes = (PlaceFix("Remove it from `:parameters`", (edit,)),) if edit else ()
            place, mistake = name.node.place, f"{CAUSE}{message}"
            yield Finding(CODE, Severity.WARNING, place, message, related, fixes, mistake=mistake)
            continue
        yield Finding(CODE, severity, name.node.place, message, related)


def _is_in(around: Node | None, node: Node) -> bool:
    return type(around) is List and around.start <= node.place.start < around.end
