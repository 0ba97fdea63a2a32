"""An operator is used where it is not allowed, such as one of conditions in an effect.

## What it does
Reports `or`, `imply`, `exists` and comparisons in effects, and `when`, `increase`, `assign`,
`oneof` and the like in conditions; `preference` under anything but `and` and `forall`; `always`,
`within` and the other constraints of PDDL 3 outside `:constraints`, and in it under anything but
`and`, `forall` and `preference`. Plans that need such a preference or constraint are undecided.

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
