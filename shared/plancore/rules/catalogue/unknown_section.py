"""A section has an unknown keyword.

## What it does
Reports a section of a definition with an unknown keyword. It is an error if the keyword is a
misspelling or lacks its `:`, and a warning otherwise, because it may belong to a dialect. A
misspelt section is read as the most similar one, so its declarations are known.

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
