"""A section or slot of a dialect is kept but not analysed.

## What it does
Hints at a section that is known from some dialect and that no rule looks into, and at the slots
`:observe`, `:agent` and `:vars` of an action, which no comparison and no execution looks into.

## Why it matters
What it uses is not checked, and may be called unused elsewhere.

## Example
```pddl
(define (problem p)
  (:domain d)
  (:init)
  (:goal (and))
  (:length (:serial 3)))
```

## Use instead
Nothing, if you need the section.
"""

from __future__ import annotations

from typing import Final

from plancore.diagnostic import Severity

CODE: Final = "not-analysed"
SEVERITY: Final = Severity.HINT
DEFAULT: Final = True
