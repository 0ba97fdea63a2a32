"""A problem does not name its domain.

## What it does
Reports a problem without `(:domain name)`.

## Why it matters
Planners reject the file, and planlsp cannot check the problem against its domain.

## Example
```pddl
(define (problem p)
  (:init)
  (:goal (and)))
```

## Use instead
```pddl
(define (problem p)
  (:domain d)
  (:init)
  (:goal (and)))
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import Finding, PlaceEdit, PlaceFix
from plancore.patch.declare import declare_name
from plancore.rules.base import DefinitionContext

CODE: Final = "missing-domain"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each problem without `(:domain …)`."""
    definition = context.definition
    if definition.definition.define is None:
        return
    name = definition.definition.name
    place = name.place if name else definition.definition.define.place()
    fixes: tuple[PlaceFix, ...] = ()
    if context.domain is not None and context.domain.definition.name is not None:
        text = context.domain.definition.name.text
        edit: PlaceEdit | None = declare_name(definition, ":domain", text)
        if edit is not None:
            fixes = (PlaceFix(f"Insert `(:domain {text})`", (edit,)),)
    yield Finding(CODE, SEVERITY, place, "missing `(:domain …)`", (), fixes)
