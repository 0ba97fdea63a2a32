"""A section is in the wrong kind of definition.

## What it does
Reports a section of a domain in a problem, and a section of a problem in a domain. The section is
ignored.

## Why it matters
Planners reject the file.

## Example
```pddl
(define (domain d)
  (:predicates (p))
  (:goal (p)))
```

## Use instead
Move the goal to a problem.
"""

from __future__ import annotations

from typing import Final

from plancore.diagnostic import Severity

CODE: Final = "misplaced-section"
SEVERITY: Final = Severity.WARNING
DEFAULT: Final = True
