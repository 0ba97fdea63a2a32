"""An operator of conditions is used in an effect, or the reverse.

## What it does
Reports `or`, `imply`, `exists` and comparisons in effects, and `when`, `increase`, `assign`,
`oneof` and the like in conditions.

## Why it matters
Planners reject it: an effect states changes, a condition states what must hold.

## Example
```pddl
(define (domain d)
  (:predicates (p) (q))
  (:action a
    :parameters ()
    :effect (or (p) (q))))
```

## Use instead
`(and (p) (q))`, or two actions; `(oneof (p) (q))` for a non-deterministic effect.
"""

from __future__ import annotations

from typing import Final

from plancore.diagnostic import Severity

CODE: Final = "misplaced-operator"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True
