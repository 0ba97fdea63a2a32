"""A definition has two sections of the same kind.

## What it does
Reports a second `:requirements`, `:types`, `:constants`, `:objects`, `:predicates`, `:functions`,
`:init`, `:goal`, `:metric`, `:domain` or `:htn`. The related location is the first one. planlsp
reads both.

## Why it matters
Some planners reject the file, others use only the last section.

## Example
```pddl
(define (domain d)
  (:predicates (p))
  (:predicates (q)))
```

## Use instead
```pddl
(define (domain d)
  (:predicates (p) (q)))
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import Finding
from plancore.rules.base import DefinitionContext
from plancore.syntax.nodes import Place

CODE: Final = "duplicate-section"
SEVERITY: Final = Severity.WARNING
DEFAULT: Final = True

_SINGLE: Final = frozenset(
    """
    domain problem :domain :requirements :types :constants :objects :predicates :functions :init
    :goal :metric :htn
    """.split()  # noqa: SIM905 - a list of 13 quoted words reads worse
)


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each section of the same kind as an earlier one."""
    first: dict[str, Place] = {}
    for section, model in context.definition.sections:
        if model.keyword not in _SINGLE:
            continue
        place = section.keyword_place
        before = first.setdefault(model.keyword, place)
        if before is not place:
            message = f"duplicate `{model.keyword}` section"
            related = ((before, "first section here"),)
            yield Finding(CODE, SEVERITY, place, message, related)
