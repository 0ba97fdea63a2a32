"""A keyword is missing its value.

## What it does
Reports a keyword such as `:effect` without a value, an empty goal, metric or constraint section, a
durative action without `:duration` and parts of it without a time. A problem without `:init` is a
warning.

## Why it matters
Planners reject the file or read the next keyword as the value.

## Example
```pddl
(define (domain d)
  (:predicates (p))
  (:action a
    :parameters ()
    :precondition
    :effect (p)))
```

## Use instead
Remove the keyword, or write `()` after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.section import SectionModel
from plancore.model.finding import Finding
from plancore.model.requirements import closure
from plancore.rules.base import DefinitionContext

CODE: Final = "missing-value"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each problem without an initial state; other missing values are found when they are read."""
    name = context.definition.definition.name
    if ":probabilistic-effects" in closure(context.environment.requirements):
        return  # optional in PPDDL
    if name is not None and not any(map(_is_misspelt, context.definition.models)):
        message = f"missing `(:init …)` in problem `{name.text}`"
        yield Finding(CODE, Severity.WARNING, name.place, message)


def _is_misspelt(section: SectionModel) -> bool:
    """Whether this is reported as a misspelling of `:init`."""
    meant = (found.message for found in section.uses.findings if found.code == "unknown-section")
    return any(message.endswith(" `:init`?") for message in meant)
