"""A definition is missing `(domain …)` or `(problem …)`.

## What it does
Reports a `(define …)` without `(domain name)` or `(problem name)`. The fix puts a name without
parentheses, as in `(define domain d`, into them.

## Why it matters
Every planner rejects the file.

## Example
```pddl
(define
  (:predicates (p)))
```

## Use instead
```pddl
(define (domain d)
  (:predicates (p)))
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import CAUSE, Finding, PlaceEdit, PlaceFix
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.syntax.nodes import Form, Place

CODE: Final = "unnamed-definition"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(file: FileSnapshot) -> Iterator[Finding]:
    """Each definition without a section for its name."""
    for definition in file.definitions:
        define = definition.definition.define
        keywords = {model.keyword for model in definition.models}
        if define is not None and keywords.isdisjoint(("domain", "problem")):
            kind = definition.kind or "domain"
            place = Place(define, 0, len(define.text))
            message = f"missing `({kind} …)` after `(define`"
            found = _bare_name(file, definition, define) or _with_colon(definition)
            yield found or Finding(CODE, SEVERITY, place, message)


def _bare_name(file: FileSnapshot, definition: DefinitionSnapshot, define: Form) -> Finding | None:
    """The finding about `(define domain d` and `(define d`; None for another beginning."""
    for form in definition.definition.strays[:1]:
        *kinds, name = form.text.split()
        kind = kinds[0].lower() if kinds else definition.kind or "domain"
        between = file.text[file.tree.start(define) + len(define.text) : file.tree.start(form)]
        if not between.strip() and kind in ("domain", "problem") and len(kinds) < 2:
            text = f"({kind} {name})"
            fix = PlaceFix(f"Write `{text}`", (PlaceEdit(form.place(), text),))
            message = f"expected the name in parentheses; write `{text}`"
            mistake = f"{CAUSE}{text}"
            return Finding(CODE, SEVERITY, form.place(), message, (), (fix,), mistake=mistake)
    return None


def _with_colon(definition: DefinitionSnapshot) -> Finding | None:
    """The finding about `(define (:domain d)` without a problem; None for another beginning."""
    sections = definition.definition.sections
    if not sections or sections[0].keyword != ":domain":
        return None
    if any(section.keyword in (":init", ":goal", ":objects") for section in sections):
        return None
    place = sections[0].keyword_place
    message = "`:domain` names the domain of a problem; write `(domain …)` to define one"
    fix = PlaceFix("Change to `domain`", (PlaceEdit(place, "domain"),), safe=True)
    return Finding(CODE, SEVERITY, place, message, (), (fix,), mistake=f"{CAUSE}colon")
