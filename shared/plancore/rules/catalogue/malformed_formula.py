"""An operator has the wrong number or kind of operands.

## What it does
Reports, for example, `not` with two formulas, `when` without an effect, or a quantifier without
variables.

## Why it matters
Planners reject the formula; some read the first operand and drop the rest.

## Example
```pddl
(define (domain d)
  (:requirements :negative-preconditions)
  (:predicates (p) (q))
  (:action a
    :parameters ()
    :precondition (not (p) (q))
    :effect (q)))
```

## Use instead
`(and (not (p)) (not (q)))`.
"""

from __future__ import annotations

from typing import Final

from plancore.diagnostic import Severity

CODE: Final = "malformed-formula"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True
