"""A formula is used as an argument.

## What it does
Reports an atom of a declared predicate, or a type applied to a name, among the arguments of an
atom, or in a comparison. Arguments are variables, objects, and functions whose values are objects.

## Why it matters
Planners reject it or search for a function of that name. Usually a second condition on the same
variable is intended, which the type of the parameter may already state.

## Example
```pddl
(define (domain d)
  (:predicates (room ?x) (in ?x ?y))
  (:action leave
    :parameters (?x ?y)
    :precondition (in ?x (room ?y))
    :effect (not (in ?x ?y))))
```

## Use instead
`(and (in ?x ?y) (room ?y))`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import Finding, PlaceEdit, PlaceFix
from plancore.rules.analysis import truth_values, undeclared_severity
from plancore.rules.base import DefinitionContext
from plancore.syntax.nodes import Atom, List

CODE: Final = "formula-as-argument"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each atom in place of an argument."""
    for form in context.faulty:
        truths = {
            id(value.term): (value, is_true)
            for value, is_true in truth_values(form.model.uses, form.resolution)
        }
        for use in form.resolution.formulas:
            node = use.term.node
            if type(node) is not List:
                continue
            severity = undeclared_severity(form.environment)
            if id(use.term) in truths:
                value, is_true = truths[id(use.term)]
                text = node.text if is_true else f"(not {node.text})"
                word = value.node.items[2]
                message = f"`{word.text}` is not a value; write `{text}`"
                fix = PlaceFix(f"Write `{text}`", (PlaceEdit(value.node.place, text),))
                yield Finding(CODE, severity, word.place, message, (), (fix,), mistake=message)
                continue
            if form.model.metric is not None and use.term.name in form.environment.predicates:
                message = f"`{node.items[0].text}` is a predicate, not a function"
                yield Finding(CODE, severity, node.place, message)
                continue
            message = f"expected an object or variable as argument, found the formula `{node.text}`"
            arguments = node.items[1:]
            if len(arguments) == 1 and type(arguments[0]) is Atom:
                name = arguments[0].text
                message += f"; write `{name}`"
                edit = PlaceEdit(node.place, name)
                yield Finding(
                    CODE, severity, node.place, message, (), (PlaceFix(f"Write `{name}`", (edit,)),)
                )
            else:
                yield Finding(CODE, severity, node.place, message)
