"""A parameter is unused.

## What it does
Reports a parameter of an action, a method or an axiom, or a quantified variable, that is never
used.

## Why it matters
Such a parameter multiplies the number of ground actions by the number of objects that fit it,
without any benefit.

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
from plancore.rules.analysis import glued
from plancore.rules.base import FormContext
from plancore.rules.fixes import NameRemover

CODE: Final = "unused-parameter"
SEVERITY: Final = Severity.HINT
DEFAULT: Final = True


def check(context: FormContext) -> Iterator[Finding]:
    """Each unused variable, except those without a `?` or with a type attached."""
    uses, environment = context.model.uses, context.environment
    meant = {f"?{node.key}" for node in context.resolution.objects}
    for node, _ in uses.unbound if uses.unused else ():
        one_name = glued(uses, environment, node.key)
        meant.add(one_name.key if one_name else "")
    unused = [
        each
        for each in uses.unused
        if each.variable.name[0] == "?" and each.variable.name not in meant
    ]
    fixer = _Fixer(context) if unused else None
    for variable, kind in unused:
        if fixer is not None and variable.node is not None:
            message = f"unused {kind} `{variable.node.text}`"
            fixes = fixer.fixes(variable)
            yield Finding(CODE, SEVERITY, variable.node.place, message, (), fixes, unnecessary=True)


class _Fixer:
    """Removes variables from their lists."""

    def __init__(self, context: FormContext) -> None:
        model = context.model
        self._allowed = not context.environment.tasks and not context.form.problems
        self._of_action = {id(action.parameters) for action in model.actions}
        self._list_of = {id(name): names for names in model.uses.lists for name in names}
        self._removers: dict[int, NameRemover] = {}

    def fixes(self, variable: TypedName) -> tuple[PlaceFix, ...]:
        """The fix; empty if tasks may call the action, and for a quantifier's only variable."""
        if not self._allowed:
            return ()
        names = self._list_of[id(variable)]
        if id(names) not in self._of_action and len(names) < 2:
            return ()
        remover = self._removers.get(id(names))
        if remover is None:
            remover = self._removers[id(names)] = NameRemover(names)
        edit = remover(variable)
        return (PlaceFix(f"Remove `{variable.name}`", (edit,)),) if edit else ()
