"""The number of arguments is wrong.

## What it does
Reports a predicate, function, task or action with more or fewer arguments than in its declaration.
The related location is the declaration.

## Why it matters
Planners reject the file. VAL accepts it without a message and then rejects every plan.

## Example
```pddl
(define (domain delivery)
  (:predicates (at ?thing ?place))
  (:action drop
    :parameters (?t)
    :effect (at ?t)))
```

## Use instead
Give `at` two arguments.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.environment import Declared
from plancore.model.domain import Action, Function, Predicate
from plancore.model.finding import Finding
from plancore.rules.base import DefinitionContext

CODE: Final = "wrong-arity"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each application with too many or too few arguments."""
    for form in context.faulty:
        for node, declared, count in form.resolution.arity:
            head = node.items[0]
            arity = len(declared.parameters)
            plural = "argument" if arity == 1 else "arguments"
            message = (
                f"{word(declared)} `{head.text}` takes {arity or 'no'} {plural}, found {count}"
            )
            at = declared.name_node
            related = ((at.place, f"`{at.text}` is declared here"),) if at else ()
            yield Finding(CODE, SEVERITY, node.place, message, related, mistake=message)


def word(declared: Declared) -> str:
    """The noun for the kind of `declared`."""
    if type(declared) is Predicate:
        return "predicate"
    if type(declared) is Function:
        return "function"
    return "action" if type(declared) is Action else "task"
