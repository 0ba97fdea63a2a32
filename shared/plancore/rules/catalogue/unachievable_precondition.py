"""A precondition can never hold.

## What it does
In a domain, reports a literal whose negation is in the same conjunction. In a problem with its
domain, reports each action that can never be applied because no initial fact, effect or axiom makes
one of its preconditions true. The related location is that precondition.

## Why it matters
The action can never be part of a plan. Usually facts are missing from the initial state.

## Example
```pddl
(define (domain door)
  (:requirements :negative-preconditions)
  (:predicates (open ?d) (seen ?d))
  (:action look
    :parameters (?d)
    :precondition (and (open ?d) (not (open ?d)))
    :effect (seen ?d)))
```

## Use instead
Keep one of the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.section import Scope
from plancore.memo import Key
from plancore.model.domain import Action
from plancore.model.finding import Finding
from plancore.model.formula import And, AtomicFormula, Formula, Not, Timed
from plancore.rules.analysis import Reachability, literals
from plancore.rules.base import DefinitionContext

CODE: Final = "unachievable-precondition"
SEVERITY: Final = Severity.WARNING
DEFAULT: Final = True

_WITH_NEGATION: Final = frozenset((":negative-preconditions", ":equality"))
"""Features of the atoms that `not` denies; only these are contradictions."""
_CONTRADICTIONS: Final = Key[tuple[Finding, ...]]("contradictions")


def check(context: DefinitionContext) -> Iterator[Finding]:
    """In a domain, each contradiction; in a problem, each action that can never be applicable."""
    if context.definition.kind == "problem":
        yield from _out_of_reach(context)
        return
    for form in context.forms:
        if form.model.actions and not _WITH_NEGATION.isdisjoint(form.model.uses.features):
            yield from form.form.memo.get(
                _CONTRADICTIONS, (form.model,), partial(_all_contradictions, form.model.actions)
            )


def _all_contradictions(actions: Iterable[Action]) -> tuple[Finding, ...]:
    return tuple(f for action in actions for f in _contradictions(action.precondition))


def _contradictions(condition: Formula) -> Iterator[Finding]:
    positive: list[tuple[str, AtomicFormula]] = []
    negative: dict[tuple[str, AtomicFormula], Not] = {}
    stack: list[tuple[str, Formula]] = [("", condition)]
    while stack:
        when, part = stack.pop()
        if type(part) is AtomicFormula:
            positive.append((when, part))
        elif type(part) is And:
            stack += [(when, inner) for inner in reversed(part.parts)]
        elif type(part) is Timed:
            stack.append((part.when, part.body))
        elif type(part) is Not and type(part.body) is AtomicFormula:
            negative.setdefault((when, part.body), part)
    if not negative:
        return  # before any atom is hashed
    first = {key: key[1] for key in reversed(positive)}
    for key, denied in negative.items():
        required = first.get(key)
        body = denied.body
        if denied.node is None:
            continue
        if required is not None and required.node is not None:
            related = ((required.node.place, "required here"),)
            message = f"unsatisfiable: `{denied.node.text}` contradicts `{required.node.text}`"
            yield Finding(CODE, SEVERITY, denied.node.place, message, related)
        elif type(body) is AtomicFormula and body.predicate == "=" and len(set(body.args)) == 1:
            message = f"unsatisfiable: `{denied.node.text}` never holds"
            yield Finding(CODE, SEVERITY, denied.node.place, message)


def _out_of_reach(context: DefinitionContext) -> Iterator[Finding]:
    world, place = context.world, context.init_place
    if world is None or place is None:
        return
    for model in world.domain.models:
        for action in model.actions:
            missing = _missing(action, world)
            if missing is None or missing.node is None:
                continue
            message = (
                f"inapplicable action `{action.name}`: nothing makes `{missing.node.text}` true"
            )
            related = ((missing.node.place, "precondition here"),)
            yield Finding(CODE, Severity.INFORMATION, place, message, related)


def _missing(action: Action, world: Reachability) -> AtomicFormula | None:
    scope: Scope = {parameter.name: parameter for parameter in action.parameters}
    for literal in literals(action.precondition):
        if type(literal) is AtomicFormula and not world.may_hold(literal, scope):
            return literal
    return None
