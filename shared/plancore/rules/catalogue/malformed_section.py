"""A section has an item of the wrong kind.

## What it does
Reports an item that does not belong in its section: a bare word among predicates, a list among
requirements, a metric without a direction.

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

from typing import Final

from plancore.diagnostic import Severity

CODE: Final = "malformed-section"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True
