"""A keyword is followed by nothing.

## What it does
Reports a keyword such as `:effect` with nothing behind it, and a goal, metric or constraint section
that is empty.

## Why it matters
Planners reject the file, or take the next keyword for the value.

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
Leave the keyword out, or write `()` behind it.
"""

from __future__ import annotations

from typing import Final

from plancore.diagnostic import Severity

CODE: Final = "missing-value"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True
