"""A requirement is unknown in all dialects of PDDL.

## What it does
Reports a word in `(:requirements …)` that is not a requirement of PDDL 1.2 to 3.1, PDDL+, PPDDL,
HDDL, multi-agent PDDL or a common extension. It is an error if it is a misspelling of one, and a
warning otherwise.

## Why it matters
Most planners reject a file with an unknown requirement.

## Example
```pddl
(define (domain d)
  (:requirements :strips :typng))
```

## Use instead
```pddl
(define (domain d)
  (:requirements :strips :typing))
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import CAUSE, Finding, PlaceEdit, PlaceFix
from plancore.model.requirements import MEANING, meant_by
from plancore.rules.base import FormContext
from plancore.rules.fixes import change_to

CODE: Final = "unknown-requirement"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(context: FormContext) -> Iterator[Finding]:
    """Each word that is not a requirement."""
    for node in context.model.requirements:
        if node.key in MEANING:
            continue
        if f":{node.key}" in MEANING:
            fix = PlaceFix("Insert `:`", (PlaceEdit(node.place, f":{node.text}"),), safe=True)
            message = f"missing `:` before requirement `{node.text}`; write `:{node.text}`"
            yield Finding(CODE, SEVERITY, node.place, message, (), (fix,), mistake="colon")
            continue
        message = f"unknown requirement `{node.text}`"
        parts = node.text.split(":")[1:]
        if len(parts) > 1 and all(f":{part.lower()}" in MEANING for part in parts):
            text = " ".join([f":{part}" for part in parts])
            message = f"missing blank between requirements; write `{text}`"
            fix = PlaceFix("Insert the missing blanks", (PlaceEdit(node.place, text),), safe=True)
            mistake = f"{CAUSE}glued"
            yield Finding(CODE, SEVERITY, node.place, message, (), (fix,), mistake=mistake)
            continue
        meant = meant_by(node.key)
        if meant is None:
            yield Finding(CODE, Severity.WARNING, node.place, message)
            continue
        message += f"; did you mean `{meant}`?"
        fix = change_to(node, meant, safe=True)
        yield Finding(CODE, SEVERITY, node.place, message, (), (fix,))
