"""A list of names with types is not well formed.

## What it does
Reports a dash without a type, a variable where a type belongs, a list among the names, a parameter
or a quantified variable without its `?`, and `:parameters` without parentheses. A type that no name
stands before is a warning: many planners pass over it.

## Why it matters
Planners reject the list, or take a type for a name.

## Example
```pddl
(define (domain d)
  (:requirements :typing)
  (:types t)
  (:predicates (p ?x -)))
```

## Use instead
`(p ?x - t)`.
"""

from __future__ import annotations

from typing import Final

from plancore.diagnostic import Severity

CODE: Final = "malformed-typed-list"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True
