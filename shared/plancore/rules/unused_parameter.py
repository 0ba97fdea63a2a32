"""A parameter is never used.

## What it does
Hints at a parameter of an action, a method or an axiom, or at a quantified variable, that nothing
refers to.

## Why it matters
Every planner that grounds multiplies the number of ground actions by the number of objects that
such a parameter could be, for nothing.

## Example
```pddl
(define (domain party)
  (:predicates (greeted ?who))
  (:action wave
    :parameters (?who ?where)
    :effect (greeted ?who)))
```

## Use instead
```pddl
(define (domain party)
  (:predicates (greeted ?who))
  (:action wave
    :parameters (?who)
    :effect (greeted ?who)))
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import Finding, PlaceFix
from plancore.model.formula import TypedName
from plancore.rules.base import FormContext
from plancore.rules.fixes.remove import NameRemover

CODE: Final = "unused-parameter"
SEVERITY: Final = Severity.HINT
DEFAULT: Final = True


def check(context: FormContext) -> Iterator[Finding]:
    """Each variable that is bound and not used."""
    uses = context.model.uses
    for variable, kind in uses.binders:
        if id(variable) not in uses.used and variable.node is not None:
            message = f"{kind} `{variable.node.text}` is never used"
            fixes = _fixes(context, variable)
            yield Finding(CODE, SEVERITY, variable.node.place, message, (), fixes, unnecessary=True)


def _fixes(context: FormContext, variable: TypedName) -> tuple[PlaceFix, ...]:
    """Remove it; not from an action that tasks call, nor when a quantifier would bind nothing."""
    if context.environment.tasks or context.form.problems or variable.name[0] != "?":
        return ()
    names = next(n for n in context.model.uses.lists if any(name is variable for name in n))
    of_action = any(names is action.parameters for action in context.model.actions)
    edit = NameRemover(names)(variable) if of_action or len(names) > 1 else None
    return (PlaceFix(f"Remove `{variable.name}`", (edit,)),) if edit else ()
