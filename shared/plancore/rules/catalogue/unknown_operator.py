"""An operator is not part of PDDL.

## What it does
Reports operators of other languages, such as `implies`, `iff`, `xor`, `if` or `!=`, misspelt
operators, and any other word applied to formulas. The message gives the equivalent in PDDL. The
operands are checked, but the formula is not evaluated: comparisons and plans that depend on it
remain undecided.

## Why it matters
Planners reject it or read it as a predicate whose arguments are functions.

## Example
```pddl
(define (domain d)
  (:requirements :adl)
  (:predicates (p) (q))
  (:action a
    :parameters ()
    :precondition (nor (p) (q))
    :effect (q)))
```

## Use instead
`(not (or (p) (q)))`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.section import AtomUse, Use
from plancore.model.finding import Finding
from plancore.rules.analysis import undeclared_severity
from plancore.rules.base import DefinitionContext
from plancore.syntax.nodes import Atom, List

CODE: Final = "unknown-operator"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True

_CHANGES: Final = {
    "add": "the atom alone",
    **dict.fromkeys(("del", "delete", "remove", "retract"), "`(not …)`"),
    **dict.fromkeys(("set", "assert"), "the atom alone to add it, `(not …)` to delete it"),
}


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each undeclared word that is applied to formulas."""
    for form in context.faulty:
        for use in form.resolution.operators:
            node = use.atom.node
            head = node.items[0] if type(node) is List and node.items else None
            if type(head) is Atom:
                severity = undeclared_severity(form.environment)
                message = _message(head, use)
                yield Finding(CODE, severity, head.place, message, mistake=message)


def _message(head: Atom, use: AtomUse) -> str:
    if use.use in (Use.ADD, Use.DELETE) and head.key in _CHANGES:
        return f"unknown operator `{head.text}`; in an effect, write {_CHANGES[head.key]}"
    return f"unknown operator `{head.text}` applied to formulas"
