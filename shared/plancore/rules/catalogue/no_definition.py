"""A file is missing `(define …)`.

## What it does
Reports a file that is neither empty nor a plan and defines nothing, and sections outside
`(define …)`. A misspelt `define` before `(domain …)` or `(problem …)` is read as `define`. Reports
a template, with marks such as `{{ name }}` or `{% for %}`, once and nothing else in it; a stream
file of PDDLStream is a hint.

## Why it matters
Planners reject the file. Either its beginning is lost or it is not PDDL.

## Example
```pddl
(:predicates (p))
```

## Use instead
```pddl
(define (domain d)
  (:predicates (p)))
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import Finding, PlaceEdit, PlaceFix
from plancore.snapshot import FileSnapshot
from plancore.syntax.nodes import Form, FormRole, Place

CODE: Final = "no-definition"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True

MARK: Final = "{"
"""What each mark of a template begins with."""
STREAM: Final = "(stream"
"""What the definition of PDDLStream's streams has in it."""
_STREAM_FILE: Final = re.compile(r"(?:\s|;[^\n]*)*\(\s*define\s*(\(stream\b)", re.IGNORECASE)
_TEMPLATE: Final = re.compile(r"^[^;\n]*?(\{\{|\{%)", re.MULTILINE)


def check(file: FileSnapshot) -> Iterator[Finding]:
    """The start of the text in a file without definitions, and each misspelt `define`."""
    for form in file.tree.forms:
        if form.role is FormRole.DEFINE and (misspelt := _misspelt(form)) is not None:
            yield misspelt
    for definition in file.definitions:
        if definition.definition.define is None and definition.definition.sections:
            place = definition.definition.sections[0].keyword_place
            yield Finding(CODE, SEVERITY, place, "section outside `(define …)`")
            return
    if file.definitions or not file.tree.forms:
        return
    form = file.tree.forms[0]
    if form.problems or _is_plan(file):
        return
    end = len(form.text.splitlines()[0].rstrip())
    message = "missing `(define …)`: the file defines neither a domain nor a problem"
    yield Finding(CODE, SEVERITY, Place(form, 0, max(end, 1)), message)


def _misspelt(form: Form) -> Finding | None:
    """What to say of `(defin (domain d)`, which is read as the definition that it looks like."""
    word = form.text[1:].strip()
    if word.lower() == "define":
        return None
    place = Place(form, len(form.text) - len(word), len(form.text))
    fix = PlaceFix("Change to `define`", (PlaceEdit(place, "define"),), safe=True)
    return Finding(
        CODE, SEVERITY, place, f"unknown word `{word}`; did you mean `define`?", (), (fix,)
    )


def _is_plan(file: FileSnapshot) -> bool:
    if "(" not in file.text and file.name.lower().endswith((".pddl", ".hddl")):
        return False  # a sentence: lines of bare words are steps only where a plan is expected
    # Imported late: most files hold a definition.
    from plancore.notation.plans.reader import read_plan

    plan, problems = read_plan(file.text)
    return bool(plan.steps) and len(plan.steps) > len(problems)


def stream(file: FileSnapshot) -> Iterator[Finding]:
    """A file with the streams of PDDLStream, which stands in another language next to PDDL."""
    found = _STREAM_FILE.match(file.text)
    at = file.tree.form_at(found.start(1)) if found else None
    if found is not None and at is not None:
        form, start = at
        message = "stream file of PDDLStream: it is not checked"
        yield Finding(CODE, Severity.HINT, Place(form, start, start + len(STREAM)), message)


def template(file: FileSnapshot) -> Iterator[Finding]:
    """The first mark of a template, from which the text of a definition is still to be made."""
    mark = _TEMPLATE.search(file.text)
    at = file.tree.form_at(mark.start(1)) if mark else None
    if mark is not None and at is not None and file.definitions:
        form, start = at
        message = f"template: `{mark[1]}` is not part of PDDL; nothing else is checked"
        yield Finding(CODE, SEVERITY, Place(form, start, start + 2), message)
