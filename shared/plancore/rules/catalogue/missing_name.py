"""A definition or declaration is missing its name.

## What it does
Reports a domain, problem, action, task or method without a name.

## Why it matters
Planners reject the file, and plans cannot refer to the action.

## Example
```pddl
(define (domain d)
  (:predicates (p))
  (:action
    :parameters ()
    :effect (p)))
```

## Use instead
`(:action a …)`.
"""

from __future__ import annotations

from typing import Final

from plancore.diagnostic import Severity

CODE: Final = "missing-name"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True
