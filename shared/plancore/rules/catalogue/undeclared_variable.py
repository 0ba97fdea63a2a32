"""A variable is undeclared.

## What it does
Reports a variable that is neither a parameter of its action nor bound by a quantifier around it.
The fixes change it to a variable with a similar name, or add it to the parameters with the type
that its uses require. Variables of an action without a similar name are one diagnostic. An action
without `:parameters` is reported by `missing-parameters` alone.

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

from collections.abc import Iterator, Mapping
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.section import Scope
from plancore.model.domain import TypeNames
from plancore.model.finding import Finding, PlaceEdit, PlaceFix
from plancore.patch.declare import declare_in_list
from plancore.rules.analysis import asked_for, glued, lacks_parameters, narrowest
from plancore.rules.base import DefinitionContext, FormContext
from plancore.rules.fixes import change_to, spelling
from plancore.spelling import nearest
from plancore.syntax.nodes import Atom, FormRole, List

CODE: Final = "undeclared-variable"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each use of a variable outside its scope."""
    for form in context.faulty:
        if form.model.uses.unbound and not lacks_parameters(form.model):
            yield from _check_form(form)


def _check_form(form: FormContext) -> Iterator[Finding]:
    """One finding per variable with a similar one in scope, and one for all others. Pieces of
    `:init` have one per variable."""
    environment = form.environment
    unbound = form.model.uses.unbound
    asked_types: dict[str, list[TypeNames]] = {node.key: [] for node, _ in unbound}
    nodes = {id(node) for node, _ in unbound}
    for node, types in asked_for(form.model.uses, environment):
        if id(node) in nodes and type(node) is Atom:
            asked_types[node.key].append(types)
    meant = {id(node): _meant(node, scope) for node, scope in unbound}
    unknown = {node.key: node.text for node, _ in unbound if meant[id(node)] is None}
    together = [key for key in unknown if glued(form.model.uses, environment, key) is None]
    is_fact = form.form.role is FormRole.ITEMS
    within = form.form.keyword if is_fact else id(form.form)
    for node, scope in unbound:
        key, near = node.key, meant[id(node)]
        place, mistake = node.place, f"{within} {key}"
        fixes: list[PlaceFix] = []
        one_name = glued(form.model.uses, environment, key)
        if near is None and one_name is not None:
            place, instead = one_name.place, f"{key} - {one_name.key[len(key) + 1 :]}"
            message = f"`{one_name.text}` is one name; write `{instead}`"
            fixes.append(PlaceFix(f"Write `{instead}`", (PlaceEdit(place, instead),)))
        elif near is None:
            others = [key] if is_fact else together
            mistake = f"{within} {' '.join(others)}"
            names = ", ".join(f"`{unknown[other]}`" for other in others)
            message = f"undeclared variable{'s' * (len(others) > 1)} {names}"
            fixes += _addition(form, {other: asked_types[other] for other in others})
        else:
            spelled = spelling(scope[near], near)
            message = f"undeclared variable `{node.text}`; did you mean `{spelled}`?"
            if all(environment.accepts(types, scope[near].types) for types in asked_types[key]):
                fixes.append(change_to(node, spelled))
            fixes += _addition(form, {key: asked_types[key]})
        yield Finding(CODE, SEVERITY, place, message, (), tuple(fixes), mistake=mistake)


def _meant(node: Atom, scope: Scope) -> str | None:
    """The variable in `scope` that is similar to the one at `node`; None if there is none."""
    near = nearest(node.key[1:], [name[1:] for name in scope if name[0] == "?"])
    return None if near is None else f"?{near}"


def _addition(form: FormContext, asked_types: Mapping[str, list[TypeNames]]) -> Iterator[PlaceFix]:
    """The fix that adds variables to the parameters of an action that no task may call."""
    if not form.model.actions or form.environment.tasks:
        return
    parameters = form.model.actions[0].parameters_node
    types = {key: narrowest(asked, form.environment) for key, asked in asked_types.items()}
    known = {key: names for key, names in types.items() if names is not None}
    if type(parameters) is not List or len(known) < len(types):
        return
    edits = declare_in_list(parameters, known)
    if edits:
        plural = "s" * (len(known) > 1)
        yield PlaceFix(f"Add parameter{plural} {', '.join(f'`{key}`' for key in known)}", edits)
