"""A file defines a domain or problem twice.

## What it does
Reports a second domain or problem of the same name in one file. The related location is the first
one.

## Why it matters
Planners read one of them, and which one depends on the planner.

## Example
```pddl
(define (domain d) (:predicates (p)))
(define (domain d) (:predicates (q)))
```

## Use instead
Remove or rename one of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import Finding
from plancore.snapshot import FileSnapshot
from plancore.syntax.nodes import Atom

CODE: Final = "duplicate-definition"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(file: FileSnapshot) -> Iterator[Finding]:
    """Each definition of the same kind and name as an earlier one."""
    first: dict[tuple[str, str], Atom] = {}
    for definition in file.definitions:
        name = definition.definition.name
        if name is None:
            continue
        before = first.setdefault((definition.kind, name.key), name)
        if before is not name:
            message = f"duplicate definition of {definition.kind} `{name.text}`"
            related = ((before.place, "first defined here"),)
            yield Finding(CODE, SEVERITY, name.place, message, related)
