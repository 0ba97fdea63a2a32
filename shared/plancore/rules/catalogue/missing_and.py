"""A list of formulas is missing its operator.

## What it does
Reports a list of formulas without an operator such as `and` in front. planlsp reads it as a
conjunction.

## Why it matters
Planners reject it.

## Example
```pddl
(define (domain d)
  (:predicates (p) (q))
  (:action a
    :parameters ()
    :precondition ((p) (q))
    :effect (q)))
```

## Use instead
`(and (p) (q))`.
"""

from __future__ import annotations

from typing import Final

from plancore.diagnostic import Severity

CODE: Final = "missing-and"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True
