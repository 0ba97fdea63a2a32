"""A definition is missing `(domain …)` or `(problem …)`.

## What it does
Reports a `(define …)` without `(domain name)` or `(problem name)`.

## Why it matters
Every planner rejects the file.

## Example
```pddl
(define
  (:predicates (p)))
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
from plancore.model.finding import Finding
from plancore.snapshot import FileSnapshot
from plancore.syntax.nodes import Place

CODE: Final = "unnamed-definition"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(file: FileSnapshot) -> Iterator[Finding]:
    """Each definition without a section for its name."""
    for definition in file.definitions:
        define = definition.definition.define
        keywords = {model.keyword for model in definition.models}
        if define is not None and keywords.isdisjoint(("domain", "problem")):
            kind = definition.kind or "domain"
            place = Place(define, 0, len(define.text))
            yield Finding(CODE, SEVERITY, place, f"missing `({kind} …)` after `(define`")
