"""An action has an unknown keyword.

## What it does
Reports an unknown word that begins with `:` in an action, a method, a task or an axiom. A misspelt
keyword is read as the most similar one.

## Why it matters
Planners reject the action.

## Example
```pddl
(define (domain d)
  (:predicates (p) (q))
  (:action a
    :parameters ()
    :precondtion (p)
    :effect (q)))
```

## Use instead
`:precondition`.
"""

from __future__ import annotations

from typing import Final

from plancore.diagnostic import Severity

CODE: Final = "unknown-keyword"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True
