"""A section or keyword is not analysed.

## What it does
Reports a section of a dialect that no rule checks, and the keywords `:observe`, `:vars` and,
without a variable, `:agent` of an action, which are neither compared nor executed.

## Why it matters
Names in it are not checked, and names used only there are reported as unused.

## Example
```pddl
(define (problem p)
  (:domain d)
  (:init)
  (:goal (and))
  (:length (:serial 3)))
```

## Use instead
No change is needed if you need the section.
"""

from __future__ import annotations

from typing import Final

from plancore.diagnostic import Severity

CODE: Final = "not-analysed"
SEVERITY: Final = Severity.HINT
DEFAULT: Final = True
