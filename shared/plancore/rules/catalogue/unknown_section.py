"""A section has an unknown keyword.

## What it does
Reports a section of a definition whose keyword is not known: an error when it looks like a
misspelling, or is no keyword at all, and a warning otherwise, as it may belong to a dialect. A
misspelt section is read as the one it looks like, so what it declares is known.

## Why it matters
Planners reject the file.

## Example
```pddl
(define (domain d)
  (:predicate (p)))
```

## Use instead
```pddl
(define (domain d)
  (:predicates (p)))
```
"""

from __future__ import annotations

from typing import Final

from plancore.diagnostic import Severity

CODE: Final = "unknown-section"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True
