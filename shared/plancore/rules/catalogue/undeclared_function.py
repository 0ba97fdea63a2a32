"""A function is undeclared.

## What it does
Reports a function in a condition, an effect, a metric or the initial state that is missing from
`(:functions …)`. `total-time`, `#t` and `reward` need no declaration. A domain with
a requirement that is not part of PDDL, such as `:arrays`, may have built-in functions; there it is
a warning.

## Why it matters
Planners reject the file.

## Example
```pddl
(define (domain tank)
  (:requirements :numeric-fluents)
  (:functions (level))
  (:action drain
    :effect (decrease (levle) 1)))
```

## Use instead
`(level)`, or declare `(levle)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import Finding, PlaceEdit
from plancore.patch.declare import declare_list
from plancore.rules.analysis import undeclared_severity
from plancore.rules.base import DefinitionContext
from plancore.rules.fixes import NameUse, name_use, signature, undeclared

CODE: Final = "undeclared-function"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each use of an undeclared function."""
    uses = []
    for form in context.faulty:
        for term, _, scope in form.resolution.functions:
            use = name_use(term.node, term.args, scope)
            if use is not None:
                uses.append(use)
    if not uses:
        return
    environment = context.environment
    severity = undeclared_severity(environment)
    declare = partial(_declaration, context)
    for name, _, message, fixes in undeclared(
        "function", uses, environment.functions, environment, declare
    ):
        if name.key in environment.predicates:
            message, fixes = f"`{name.text}` is a predicate, not a function", ()
        yield Finding(CODE, severity, name.place, message, (), fixes, mistake=name.key)


def _declaration(context: DefinitionContext, _: str, same: Sequence[NameUse]) -> PlaceEdit | None:
    """Declare a name as a numeric function, so that every use of it fits."""
    text = signature(same, context.environment)
    if context.domain is None or text is None:
        return None
    if any(" - number" in section.head.text for section, _ in context.domain.sections):
        text += " - number"
    return declare_list(context.domain, ":functions", text)
