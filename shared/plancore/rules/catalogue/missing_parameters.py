"""An action uses variables but is missing `:parameters`.

## What it does
Reports an action, process, event or method whose variables are undeclared because `:parameters` is
missing, once, at its name. The fix adds the parameters with the types that their uses require.

## Why it matters
Every planner rejects the file. Actions without variables may omit `:parameters`.

## Example
```pddl
(define (domain walk)
  (:predicates (at ?x))
  (:action go
    :precondition (at ?from)
    :effect (at ?to)))
```

## Use instead
```pddl
(define (domain walk)
  (:predicates (at ?x))
  (:action go
    :parameters (?from ?to)
    :precondition (at ?from)
    :effect (at ?to)))
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.domain import TypeNames
from plancore.model.finding import Finding, PlaceEdit, PlaceFix
from plancore.patch.declare import written
from plancore.rules.analysis import (
    asked_for,
    lacks_parameters,
    narrowest,
    operator_list,
)
from plancore.rules.base import DefinitionContext, FormContext
from plancore.syntax.nodes import Atom, List, Place

CODE: Final = "missing-parameters"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each operator with undeclared variables and no list of parameters."""
    for form in context.faulty:
        if not form.model.uses.unbound or not lacks_parameters(form.model):
            continue
        root = operator_list(form.model)
        assert root is not None
        name = root.items[1] if len(root.items) > 1 else root.items[0]
        at = name if type(name) is Atom and name.key[0] != ":" else root.items[0]
        names = list(dict.fromkeys(node.key for node, _ in form.model.uses.unbound))
        message = f"missing `:parameters`: undeclared {', '.join(f'`{n}`' for n in names)}"
        yield Finding(CODE, SEVERITY, at.place, message, (), _fixes(form, root, at, names))


def _fixes(
    form: FormContext, root: List, at: Atom | List, names: list[str]
) -> tuple[PlaceFix, ...]:
    if form.form.problems or form.environment.tasks:
        return ()
    unbound = {id(node) for node, _ in form.model.uses.unbound}
    asked_types: dict[str, list[TypeNames]] = {name: [] for name in names}
    for node, types in asked_for(form.model.uses, form.environment):
        if id(node) in unbound and type(node) is Atom:
            asked_types[node.key].append(types)
    typed: list[str] = []
    plain: list[str] = []
    for name in names:
        types_of_name = narrowest(asked_types[name], form.environment)
        if types_of_name is None:
            return ()
        if types_of_name:
            typed.append(f"{name} - {written(types_of_name)}")
        else:
            plain.append(name)
    text = " ".join(typed + plain)
    before = form.form.text[at.end : root.items[root.items.index(at) + 1].start]
    gap = before if ";" not in before and before else " "
    edit = PlaceEdit(Place(at.form, at.end, at.end), f"{gap}:parameters ({text})")
    return (PlaceFix("Add `:parameters`", (edit,)),)
