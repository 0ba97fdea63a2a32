"""An operator is not part of PDDL.

## What it does
Reports operators of other languages, such as `implies`, `iff`, `xor`, `if` or `!=`, misspelt
operators, and any other word applied to formulas. The message gives the equivalent in PDDL. The
operands are checked, but the formula is not evaluated: comparisons and plans that depend on it
remain undecided. If there is one operand, the fix removes the word.

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
from plancore.model.finding import Finding, PlaceEdit, PlaceFix
from plancore.rules.analysis import undeclared_severity
from plancore.rules.base import DefinitionContext
from plancore.syntax.nodes import Atom, List

CODE: Final = "unknown-operator"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True

_DELETE: Final = "`(not …)`"
_CHANGES: Final = {
    "add": "the atom alone",
    **dict.fromkeys(("del", "delete", "remove", "retract"), _DELETE),
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
                assert type(node) is List
                fixes = _fixes(head, node, use)
                yield Finding(CODE, severity, head.place, message, (), fixes, mistake=message)


def _fixes(head: Atom, node: List, use: AtomUse) -> tuple[PlaceFix, ...]:
    """The fix that leaves the one formula after an unknown word, or deletes it in an effect."""
    formula = node.items[-1]
    if len(node.items) != 2 or type(formula) is not List or not formula.head:
        return ()
    is_change = use.use in (Use.ADD, Use.DELETE) and head.key in _CHANGES
    if is_change and _CHANGES[head.key] == _DELETE:
        edit = PlaceEdit(head.place, "not")
        return (PlaceFix("Change to `not`", (edit,)),)
    edit = PlaceEdit(node.place, formula.text)
    return (PlaceFix(f"Remove `{head.text}`", (edit,)),)


def _message(head: Atom, use: AtomUse) -> str:
    if use.use in (Use.ADD, Use.DELETE) and head.key in _CHANGES:
        return f"unknown operator `{head.text}`; in an effect, write {_CHANGES[head.key]}"
    return f"unknown operator `{head.text}` applied to formulas"
