"""A function is used that the domain does not declare.

## What it does
Reports a function in a condition, an effect, a metric or the initial state that is missing from
`(:functions …)`. `total-cost`, `total-time`, `#t` and `reward` need no declaration. A domain with
a requirement that is not part of PDDL, such as `:arrays`, may have functions of its own: there it
is a warning.

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

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.uses import FunctionUse
from plancore.model.finding import Finding, PlaceEdit, PlaceFix
from plancore.rules.analysis.dialect import undeclared_severity
from plancore.rules.analysis.inference import covering, fits, types_of
from plancore.rules.base import DefinitionContext
from plancore.rules.fixes.declare import declare_list, written
from plancore.rules.fixes.rename import Suggestions, change_to
from plancore.syntax.nodes import Atom, List

CODE: Final = "undeclared-function"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each use of a function that is not declared."""
    uses = [use for form in context.faulty for use in form.resolution.functions]
    if not uses:
        return
    environment = context.environment
    suggest = Suggestions(environment.functions)
    severity = undeclared_severity(environment)
    by_name: dict[str, list[FunctionUse]] = {}
    for use in uses:
        by_name.setdefault(use.term.name, []).append(use)
    declarations: dict[str, PlaceEdit | None] = {}
    for use in uses:
        node = use.term.node
        name = node.items[0] if type(node) is List and node.items else node
        if type(name) is not Atom:
            continue
        message = f"function `{name.text}` is not declared"
        fixes: list[PlaceFix] = []
        meant = suggest(name.key)
        if meant is not None:
            message += f", did you mean `{suggest.spelling(meant)}`?"
            if fits(use.term.args, use.scope, environment.functions[meant], environment):
                fixes.append(change_to(name, suggest.spelling(meant)))
        if name.key not in declarations:
            declarations[name.key] = _declaration(context, name.text, by_name[name.key])
        edit = declarations[name.key]
        if edit is not None:
            fixes.append(PlaceFix(f"Declare function `{name.text}`", (edit,)))
        yield Finding(CODE, severity, name.place, message, (), tuple(fixes))


def _declaration(
    context: DefinitionContext, name: str, same: list[FunctionUse]
) -> PlaceEdit | None:
    """Declares `name` as a number, so that every use of it fits."""
    if context.domain is None or len({len(use.term.args) for use in same}) != 1:
        return None
    environment = context.environment
    parts = []
    for position in range(len(same[0].term.args)):
        column = [types_of(use.term.args[position], use.scope, environment) for use in same]
        types = covering(column, environment)
        parts.append(f"?x{position + 1} - {written(types)}" if types else f"?x{position + 1}")
    if any(" - " in part for part in parts):
        parts = [part if " - " in part else f"{part} - object" for part in parts]
    text = f"({' '.join([name, *parts])})"
    if any(" - number" in section.head.text for section, _ in context.domain.sections):
        text += " - number"
    return declare_list(context.domain, ":functions", text)
