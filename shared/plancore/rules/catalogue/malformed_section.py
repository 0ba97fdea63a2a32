"""A section is not written as its kind is.

## What it does
Reports an item of a section that is not what the section consists of: a bare word among predicates,
a list among requirements, a metric without direction.

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
