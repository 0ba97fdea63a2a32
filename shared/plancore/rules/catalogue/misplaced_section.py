"""A section is in the wrong kind of definition.

## What it does
Reports a section of a domain in a problem, and a section of a problem in a domain. The section is
ignored, except `:objects` in a domain and `:constants` in a problem, which declare the same names.

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

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import Finding, PlaceEdit, PlaceFix
from plancore.rules.base import DefinitionContext

CODE: Final = "misplaced-section"
SEVERITY: Final = Severity.WARNING
DEFAULT: Final = True


def check(context: DefinitionContext) -> Iterator[Finding]:
    """The `:objects` of a domain; other sections are found when they are read."""
    if context.definition.kind != "domain":
        return
    sections = context.definition.definition.sections
    for section in sections:
        if section.keyword == ":objects":
            place = section.keyword_place
            fix = PlaceFix("Change to `:constants`", (PlaceEdit(place, ":constants"),))
            has_other = any(each.keyword == ":constants" for each in sections)
            message = "`:objects` is only allowed in a problem; in a domain write `:constants`"
            yield Finding(CODE, SEVERITY, place, message, (), () if has_other else (fix,))
