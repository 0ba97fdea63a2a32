"""A step is in a comment, after another step on its line.

## What it does
Reports an action of the domain in the comment after a step: `;` begins a comment and does not
separate steps. Comments on lines of their own are not reported.

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

_STEP: Final = re.compile(r";[; \t]*(?=\(([^\s();]+)[^();\r\n]*\))")
_BEHIND: Final = re.compile(r"[)\]][ \t]*(?=;[; \t]*\()[^\r\n]*")
"""A comment that begins with a list, after a step."""


def check(context: PlanContext) -> Iterator[Diagnostic]:
    """Each line with a step in the comment after a step."""
    environment, text = context.environment, context.file.text
    for line in _BEHIND.finditer(text) if environment is not None else ():
        start = max(text.rfind(sign, 0, line.start()) for sign in "\r\n") + 1
        if ";" in text[start : line.start()]:
            continue
        steps = list(_STEP.finditer(text, *line.span()))
        if environment is None or any(s[1].lower() not in environment.actions for s in steps):
            continue
        edits = tuple([Edit(Span(*each.span()), "\n") for each in steps])
        fix = Fix("Write each step on a line of its own", edits)
        place = Span(steps[0].start(), line.end())
        message = "a step in a comment; `;` does not separate steps"
        yield Diagnostic(CODE, SEVERITY, place, message, fixes=(fix,))
