"""A formula is missing its parentheses.

## What it does
Reports a bare word, or text between quotation marks, in place of a formula, an effect or a fact.
PPDDL allows a bare word, so there the severity is information.

## Why it matters
Planners reject it.

## Example
```pddl
(define (domain d)
  (:predicates (p) (q))
  (:action a
    :parameters ()
    :precondition p
    :effect (q)))
```

## Use instead
`(p)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import Finding, PlaceEdit, PlaceFix
from plancore.rules.base import FormContext
from plancore.syntax.nodes import Atom, Place

CODE: Final = "bare-atom"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True

_HINTS: Final = {
    "else": "PDDL has no `else`; write a second `(when (not …) …)`",
    "then": "PDDL has no `then`; `(when …)` takes a condition and an effect",
    "not": "expected parentheses around `not`; write `(not (p …))`",
    "and": "expected `and` before its formulas; write `(and (p …) (q …))`",
    "or": "expected `or` before its formulas; write `(or (p …) (q …))`",
    "imply": "expected `imply` before its formulas; write `(imply (p …) (q …))`",
}
_QUOTED: Final = re.compile(r"([\"'])(\([^\s()\"'][^()\"'\n\r]*\)|[^\s()\"'][^()\"'\n\r]*)\1")
"""An atom between quotation marks, with or without parentheses."""


def check(context: FormContext) -> Iterator[Finding]:
    """Each word in place of a formula; the name of a proposition only lacks its parentheses.

    Adjacent words are one formula without its `(`, and are reported once.
    """
    before: Atom | None = None
    for node, tolerated in context.model.uses.bare:
        in_a_row = before is not None and _adjacent(before, node)
        before = node
        if in_a_row and not tolerated:
            continue
        fixes: tuple[PlaceFix, ...] = ()
        predicate = context.environment.predicates.get(node.key)
        if predicate is not None and not predicate.parameters:
            wrapped = PlaceEdit(node.place, f"({node.text})")
            fixes = (PlaceFix(f"Write `({node.text})`", (wrapped,), safe=True),)
        message = _HINTS.get(node.key, f"expected a formula in parentheses, found `{node.text}`")
        quoted = _QUOTED.match(node.form.text, node.start)
        if quoted is not None:
            text = f"({quoted[2].strip('()')})"
            message = f"expected parentheses, found quotation marks; write `{text}`"
            edit = PlaceEdit(Place(node.form, *quoted.span()), text)
            fixes = (PlaceFix(f"Write `{text}`", (edit,)),)
        severity = Severity.INFORMATION if tolerated else SEVERITY
        yield Finding(CODE, severity, node.place, message, (), fixes)


def _adjacent(atom: Atom, next_atom: Atom) -> bool:
    return atom.form is next_atom.form and atom.form.text[atom.end : next_atom.start].isspace()
