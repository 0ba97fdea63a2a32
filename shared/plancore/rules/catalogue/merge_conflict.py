"""The file has unresolved merge conflicts.

## What it does
Reports git's conflict markers, where they are in git's order and each at the start of a line. No
other rule checks such a file, because it holds two versions. The fixes keep one of the two
versions. The rule also applies to plans.

## Why it matters
Planners reject the file or read both versions.

## Example
```text
(define (domain d)
<<<<<<< HEAD
  (:predicates (p)))
=======
  (:predicates (q)))
>>>>>>> topic
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

from plancore.conflict_markers import CONFLICT, Conflict, conflicts
from plancore.diagnostic import Severity
from plancore.model.finding import Finding, PlaceEdit, PlaceFix
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from plancore.syntax.nodes import Form, Place

CODE: Final = CONFLICT
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(file: FileSnapshot) -> Iterator[Finding]:
    """Each conflict, at its first marker."""
    for conflict in conflicts(file.text):
        opening = conflict.markers[0]
        at = file.tree.form_at(opening.start)
        if at is None:
            raise AssertionError("a marker is a word, and every word is in a form")
        form, start = at

        def place(span: Span, form: Form = form, shift: int = start - opening.start) -> Place:
            return Place(form, span.start + shift, span.end + shift)

        fixes = tuple(
            PlaceFix(
                f"Keep the version of `{name}`",
                tuple(PlaceEdit(place(span), "") for span in _around(kept, conflict, file.text)),
            )
            for name, kept in (
                (conflict.our_name, conflict.ours),
                (conflict.their_name, conflict.theirs),
            )
        )
        yield Finding(CODE, SEVERITY, place(opening), conflict.message, (), fixes)


def _around(kept: Span, conflict: Conflict, text: str) -> tuple[Span, Span]:
    """The spans that are removed to keep one version."""
    line_end = text.find("\n", conflict.span.end)
    end = len(text) if line_end < 0 else line_end + 1
    return Span(conflict.span.start, kept.start), Span(kept.end, end)
