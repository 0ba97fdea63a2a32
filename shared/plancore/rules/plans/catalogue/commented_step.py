"""A step is in a comment, after another step on its line.

## What it does
Reports a comment after a step that consists of steps of the domain: `;` begins a comment and does
not separate steps. Comments on lines of their own, and those with other words, are not reported.

## Why it matters
The step is not part of the plan.

## Example
```text
(pick-up ann parcel depot); (move ann depot park)
```

## Use instead
```text
(pick-up ann parcel depot)
(move ann depot park)
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Diagnostic, Edit, Fix, Severity
from plancore.rules.plans.base import PlanContext
from plancore.source import Span

CODE: Final = "commented-step"
SEVERITY: Final = Severity.HINT
DEFAULT: Final = True

_STEP: Final = re.compile(r"(?<![; \t])([; \t]*)\(([^\s();]+)(?:[ \t][^();\r\n]*)?\)")
_BEHIND: Final = re.compile(r"[)\]][ \t]*(;[; \t]*\([^\r\n]*)")
"""A comment that begins with a list, after a step."""


def check(context: PlanContext) -> Iterator[Diagnostic]:
    """Each line with nothing but steps in the comment after a step."""
    environment, text = context.environment, context.file.text
    for line in _BEHIND.finditer(text) if environment is not None else ():
        start = max(text.rfind(sign, 0, line.start()) for sign in "\r\n") + 1
        if ";" in text[start : line.start()] or _STEP.sub("", line[1]).strip("; \t"):
            continue
        steps = list(_STEP.finditer(line[1]))
        if environment is None or any(s[2].lower() not in environment.actions for s in steps):
            continue
        at = line.start(1)
        edits = tuple([Edit(Span(at + s.start(), at + s.end(1)), "\n") for s in steps])
        fix = Fix("Write each step on a line of its own", edits)
        message = "a step in a comment; `;` does not separate steps"
        # The times of the steps are not known.
        fixes = () if context.has_times else (fix,)
        yield Diagnostic(CODE, SEVERITY, Span(*line.span(1)), message, fixes=fixes)
