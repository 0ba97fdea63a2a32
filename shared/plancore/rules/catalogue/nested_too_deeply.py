"""A formula is nested too deeply.

## What it does
Reports a formula with more than 160 levels of parentheses, and reads it no deeper: below, it is
compared as written, and no plan that needs it is executed. The deepest of 30,835 benchmark files
has 153.

## Why it matters
Many planners run out of stack.

## Example
`(and (and (and …)))`, 161 times.

## Use instead
Split the formula, or give parts of it a name with `(:derived …)`.
"""

from __future__ import annotations

from typing import Final

from plancore.diagnostic import Severity

CODE: Final = "nested-too-deeply"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True
