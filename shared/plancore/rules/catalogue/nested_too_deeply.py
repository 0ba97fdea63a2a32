"""A formula is nested too deeply.

## What it does
Reports a formula with more than 160 levels of parentheses. Deeper levels are not analysed: they are
compared as written, and plans that depend on them are not executed. The deepest of 30,835 benchmark
files has 153 levels.

## Why it matters
Many planners run out of stack.

## Example
`(and (and (and …)))`, 161 times.

## Use instead
Split the formula, or name parts of it with `(:derived …)`.
"""

from __future__ import annotations

from typing import Final

from plancore.diagnostic import Severity

CODE: Final = "nested-too-deeply"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True
