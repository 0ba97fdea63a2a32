"""A section has an item of the wrong kind.

## What it does
Reports an item that does not belong in its section: a bare word among predicates, a list among
requirements, a metric without a direction. The fix writes predicates in parentheses, with the
variables of their uses.

## Why it matters
Planners reject the file.

## Example
```pddl
(define (domain d)
  (:predicates p))
```

## Use instead
```pddl
(define (domain d)
  (:predicates (p)))
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.readers import WITHOUT_PARENTHESES
from plancore.model.finding import Finding, PlaceEdit, PlaceFix
from plancore.rules.base import DefinitionContext
from plancore.rules.fixes import NameUse, signature
from plancore.syntax.nodes import Atom

CODE: Final = "malformed-section"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each predicate that is declared as a word; other items are found when a section is read."""
    nodes = [each.node for model in context.definition.models for each in model.predicates]
    words = [node for node in nodes if type(node) is Atom]
    if not words:
        return  # the usual case; the rest reads every atom
    declared = {node.key: node for node in words}
    uses: dict[str, list[NameUse]] = {key: [] for key in declared}
    for model in context.definition.models:
        for use in model.uses.atoms:
            node = declared.get(use.atom.predicate)
            if node is not None:
                uses[node.key].append(NameUse(node, use.atom.args, use.scope))
    for node in words:
        same = uses[node.key]
        fixes: tuple[PlaceFix, ...] = ()
        message = "expected predicates in parentheses"
        text = signature(same, context.environment) if same else f"({node.text})"
        if text is not None:
            message += f"; write `{text}`"
            comma = node.form.text.startswith(",", node.end)
            edit = PlaceEdit(node.place._replace(end=node.end + comma), text)
            fixes = (PlaceFix(WITHOUT_PARENTHESES, (edit,)),)
        yield Finding(CODE, SEVERITY, node.place, message, (), fixes, mistake="words")
