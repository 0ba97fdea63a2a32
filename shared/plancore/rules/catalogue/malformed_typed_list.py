"""A typed list is malformed.

## What it does
Reports a dash without a type, a variable in place of a type, a list among the names, a parameter
or quantified variable without `?`, and `:parameters` without parentheses. A type without a name
before it is a warning, because many planners ignore it.

## Why it matters
Planners reject the list or read a type as a name.

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
