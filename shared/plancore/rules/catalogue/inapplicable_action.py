"""No object fits a parameter of an action.

## What it does
Reports a parameter if the predicates of the precondition require types that no object can have at
the same time.

## Why it matters
The action can never be applied.

## Example
```pddl
(define (domain d)
  (:requirements :typing)
  (:types truck plane - vehicle)
  (:predicates (parked ?t - truck) (landed ?p - plane))
  (:action wash
    :parameters (?v - vehicle)
    :precondition (and (parked ?v) (landed ?v))
    :effect (and)))
```

## Use instead
Two parameters, or two actions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.environment import Environment
from plancore.model.domain import OBJECT
from plancore.model.finding import Finding
from plancore.model.formula import AtomicFormula, TypedName
from plancore.rules.analysis import literals
from plancore.rules.base import DefinitionContext

CODE: Final = "inapplicable-action"
SEVERITY: Final = Severity.WARNING
DEFAULT: Final = True


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each parameter that no object fits."""
    for form in context.faulty:
        possible = {id(m.given) for m in form.resolution.mismatches if m.possible}
        for action in form.model.actions:
            for parameter in action.parameters:
                if id(parameter) not in possible or parameter.node is None:
                    continue
                asked_types = _asked_types(
                    parameter, list(literals(action.precondition)), form.environment
                )
                if not _fillable([parameter.types, *asked_types], form.environment):
                    names = " and ".join(f"`{' '.join(types)}`" for types in asked_types)
                    message = (
                        f"conflicting types of parameter `{parameter.node.text}`: "
                        f"no object is of types {names}"
                    )
                    yield Finding(CODE, SEVERITY, parameter.node.place, message)


def _asked_types(
    parameter: TypedName, conditions: list[object], environment: Environment
) -> list[tuple[str, ...]]:
    """The types that the positive literals of a precondition require of `parameter`."""
    asked_types: list[tuple[str, ...]] = []
    for literal in conditions:
        if type(literal) is not AtomicFormula:
            continue
        predicate = environment.predicates.get(literal.predicate)
        if predicate is None or len(predicate.parameters) != len(literal.args):
            continue
        for arg, declared in zip(literal.args, predicate.parameters, strict=True):
            if arg == parameter.name and declared.types and declared.types not in asked_types:
                asked_types.append(declared.types)
    return asked_types


def _fillable(asked_types: list[tuple[str, ...]], environment: Environment) -> bool:
    """Whether some declared type is a subtype of all required types."""
    hierarchy = environment.hierarchy
    return bool(
        hierarchy.names.intersection(*(hierarchy.below(t or (OBJECT,)) for t in asked_types))
    )
