"""A variable is undeclared.

## What it does
Reports a variable that is neither a parameter of its action nor bound by a quantifier around it.
The fixes change it to a variable with a similar name, or add it to the parameters with the type
that its uses require. An action without `:parameters` is reported by `missing-parameters` alone.

## Why it matters
Planners reject the file; VAL treats it as a new variable.

## Example
```pddl
(define (domain walk)
  (:predicates (at ?x))
  (:action go
    :parameters (?from ?to)
    :precondition (at ?from)
    :effect (at ?too)))
```

## Use instead
`?to`, or add `?too` to the parameters.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import Finding, PlaceFix
from plancore.model.types import TypeNames
from plancore.patch.declare import declare_in_list
from plancore.rules.analysis import asked_for, lacks_parameters, narrowest
from plancore.rules.base import DefinitionContext, FormContext
from plancore.rules.fixes import change_to, spelling
from plancore.spelling import nearest
from plancore.syntax.nodes import Atom, List

CODE: Final = "undeclared-variable"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each use of a variable outside of what binds it."""
    for form in context.faulty:
        if form.model.uses.unbound and not lacks_parameters(form.model):
            yield from _check_form(form)


def _check_form(form: FormContext) -> Iterator[Finding]:
    environment = form.environment
    asked_types: dict[str, list[TypeNames]] = {node.key: [] for node, _ in form.model.uses.unbound}
    unbound = {id(node) for node, _ in form.model.uses.unbound}
    for node, types in asked_for(form.model.uses, environment):
        if id(node) in unbound and type(node) is Atom:
            asked_types[node.key].append(types)
    additions = {key: _addition(form, key, types) for key, types in asked_types.items()}
    for node, scope in form.model.uses.unbound:
        message = f"undeclared variable `{node.text}`"
        fixes: list[PlaceFix] = []
        near = nearest(node.key[1:], [name[1:] for name in scope if name[0] == "?"])
        if near is not None:
            meant = f"?{near}"
            spelled = spelling(scope[meant], meant)
            message += f"; did you mean `{spelled}`?"
            if all(
                environment.accepts(types, scope[meant].types) for types in asked_types[node.key]
            ):
                fixes.append(change_to(node, spelled))
        addition = additions[node.key]
        if addition is not None:
            fixes.append(addition)
        yield Finding(CODE, SEVERITY, node.place, message, (), tuple(fixes))


def _addition(form: FormContext, key: str, asked_types: list[TypeNames]) -> PlaceFix | None:
    """Adds the variable to the parameters of its action, where no task calls the action."""
    if not form.model.actions or form.environment.tasks:
        return None
    parameters = form.model.actions[0].parameters_node
    types = narrowest(asked_types, form.environment)
    if type(parameters) is not List or types is None:
        return None
    edit = declare_in_list(parameters, key, types)
    return PlaceFix(f"Add parameter `{key}`", (edit,)) if edit else None
