"""A section stands in the wrong kind of definition.

## What it does
Reports a section of a domain in a problem, and a section of a problem in a domain. It is not read.

## Why it matters
Planners reject the file.

## Example
```pddl
(define (domain d)
  (:predicates (p))
  (:goal (p)))
```

## Use instead
Put the goal into a problem.
"""

from __future__ import annotations

from typing import Final

from plancore.diagnostic import Severity

CODE: Final = "misplaced-section"
SEVERITY: Final = Severity.WARNING
DEFAULT: Final = True
