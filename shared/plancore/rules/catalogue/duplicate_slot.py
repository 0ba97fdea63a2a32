"""An action has the same keyword twice.

## What it does
Reports a second `:parameters`, `:precondition`, `:effect` or other keyword in the same action.
planlsp uses the first one.

## Why it matters
Planners reject the action or use the last one.

## Example
```pddl
(define (domain d)
  (:predicates (p) (q))
  (:action a
    :parameters ()
    :effect (p)
    :effect (q)))
```

## Use instead
`:effect (and (p) (q))`.
"""

from __future__ import annotations

from typing import Final

from plancore.diagnostic import Severity

CODE: Final = "duplicate-slot"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True
