"""An action has an unknown keyword.

## What it does
Reports a word that begins with `:` inside an action, a method, a task or an axiom and is none of
its slots. A misspelt one is read as the one it looks like.

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
