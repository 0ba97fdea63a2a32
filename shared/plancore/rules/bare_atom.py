"""A formula is not in parentheses.

## What it does
Reports a bare word where a formula, an effect or a fact belongs.

## Why it matters
Planners reject it.

## Example
```pddl
(define (domain d)
  (:predicates (p) (q))
  (:action a
    :parameters ()
    :precondition p
    :effect (q)))
```

## Use instead
`(p)`.
"""

from __future__ import annotations

from typing import Final

from plancore.diagnostic import Severity

CODE: Final = "bare-atom"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True
