"""A parameter is never used.

## What it does
Hints at a parameter of an action, a method or an axiom, or at a quantified variable, that nothing
refers to.

## Why it matters
Every planner that grounds multiplies the number of ground actions by the number of objects that
such a parameter could be, for nothing.

## Example
```pddl
(:action wave :parameters (?who ?where) :effect (greeted ?who))
```
`?where` is never used.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import Finding
from plancore.rules.base import FormContext

CODE: Final = "unused-parameter"
SEVERITY: Final = Severity.HINT
DEFAULT: Final = True


def check(context: FormContext) -> Iterator[Finding]:
    """Each variable that is bound and not used."""
    used = context.model.uses.used
    for variable, kind in context.model.uses.binders:
        if id(variable) not in used and variable.node is not None:
            message = f"{kind} `{variable.node.text}` is never used"
            yield Finding(CODE, SEVERITY, variable.node.place, message, (), (), unnecessary=True)
