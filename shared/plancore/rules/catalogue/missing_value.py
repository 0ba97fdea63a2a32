"""A keyword is missing its value.

## What it does
Reports a keyword such as `:effect` without a value, and an empty goal, metric or constraint
section.

## Why it matters
Planners reject the file or read the next keyword as the value.

## Example
```pddl
(define (domain d)
  (:predicates (p))
  (:action a
    :parameters ()
    :precondition
    :effect (p)))
```

## Use instead
Remove the keyword, or write `()` after it.
"""

from __future__ import annotations

from typing import Final

from plancore.diagnostic import Severity

CODE: Final = "missing-value"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True
