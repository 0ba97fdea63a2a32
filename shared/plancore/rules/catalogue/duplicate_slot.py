"""A keyword stands in an action twice.

## What it does
Reports a second `:parameters`, `:precondition`, `:effect` or other slot of the same action. The
first one counts here.

## Why it matters
Planners reject the action, or let the last one win.

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
