"""A `)` is missing.

## What it does
Reports a missing `)` at the place where it belongs. That place is inferred from the next word that
cannot be inside the open list: a keyword such as `:effect`, the next section, or the end of the
file. The related location is the list that is not closed. If the `)` is in a comment because `;`
separates names, as in `(:types a - b; c - b)`, the fix writes blanks.

## Why it matters
Other tools fail at the end of the file, far from the mistake.

## Example
```pddl
(define (domain walk)
  (:predicates (at ?p) (road ?a ?b))
  (:action drive
    :parameters (?from ?to)
    :precondition (and (at ?from)
                       (road ?from ?to)
    :effect (at ?to)))
```
The `)` that closes `(and` is missing after `(road ?from ?to)`.

## Use instead
Insert it there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import CAUSE, Finding, PlaceEdit, PlaceFix
from plancore.rules.fixes import MOST_TRIED, mends
from plancore.snapshot import FileSnapshot
from plancore.syntax.builder import BLANK
from plancore.syntax.nodes import Place

CODE: Final = "missing-parenthesis"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True

SEMICOLONS: Final = f"{CAUSE}semicolons"
"""The mistake of `;` between names."""

_COMMENT: Final = re.compile(
    r"(;|[ \t]+;(?=[^\n\r]*\s-\s))([\w\s?():,;-]*?\)[\s;)]*?)(?=[\n\r]|\Z)"
)
"""A comment that could be names: it touches the word before it, or has a type."""
_SEMICOLON: Final = re.compile(r";+ ?")
_REQUIREMENTS: Final = re.compile(r"(:requirements)\s*+\(([^();]*+)\)", re.IGNORECASE)
"""Requirements inside parentheses that belong around their keyword."""
_BREAK: Final = re.compile(rf"[{BLANK}()]")


def check(file: FileSnapshot) -> Iterator[Finding]:
    """The places where the reader had to close a list."""
    problems = [problem for problem in file.tree.problems if problem.code == CODE]
    for index, problem in enumerate(problems):
        form, _, end = problem.place
        if not problem.missing:
            last = problem.opener or Place(form, len(form.text), len(form.text))
            edits: tuple[PlaceEdit, ...] = PlaceEdit(Place(form, 0, 0), "("), PlaceEdit(last, ")")
            if inside := _REQUIREMENTS.fullmatch(form.text):
                text = f"({inside[1]} {inside[2].strip()})"
                edits = (PlaceEdit(form.place(), text),)
            fix = PlaceFix("Write the section in parentheses", edits)
            yield Finding(
                CODE, SEVERITY, problem.place, problem.message, (), (fix,), mistake="sections"
            )
            continue
        separated = _without_semicolons(file, problem.place) if index < MOST_TRIED else None
        if separated is not None:
            message = "missing `)`: it is in a comment, as `;` does not separate names"
            place = separated.place._replace(end=separated.place.start + 1)
            fix = PlaceFix("Replace `;` by a blank", (separated,))
            yield Finding(CODE, SEVERITY, place, message, (), (fix,), mistake=SEMICOLONS)
            continue
        edit = PlaceEdit(Place(form, end, end), ")" * problem.missing)
        related = ((problem.opener, "opened here"),) if problem.opener else ()
        fixes: tuple[PlaceFix, ...] = ()
        if index < MOST_TRIED and mends(file.tree, edit):
            fixes = (PlaceFix(f"Insert `{edit.text}`", (edit,)),)
        yield Finding(CODE, SEVERITY, _whole_word(problem.place), problem.message, related, fixes)


def _without_semicolons(file: FileSnapshot, place: Place) -> PlaceEdit | None:
    """The edit that makes text of the comment after `place`, if the missing `)` is in it."""
    start, end = file.span(place)
    comment = _COMMENT.match(file.text, end)
    if comment is None:
        return None
    base = start - place.start
    at = comment.start(2) - 1
    text = _SEMICOLON.sub(" ", file.text[at : comment.end()])
    edit = PlaceEdit(Place(place.form, at - base, comment.end() - base), text)
    return edit if mends(file.tree, edit) else None


def _whole_word(place: Place) -> Place:
    """The word whose last character is at `place`, or the parenthesis there."""
    form, start, end = place
    if _BREAK.match(form.text, start) is None:
        while start > 0 and _BREAK.match(form.text, start - 1) is None:
            start -= 1
    return Place(form, start, end)
