"""A file is missing `(define …)`.

## What it does
Reports a file that is neither empty nor a plan and defines nothing, with what a text file looks
like, and sections outside `(define …)`. A misspelt `define` before `(domain …)` or `(problem …)`
is read as `define`. Reports a template, with marks such as `{{ name }}` or `{% for %}`, once and
nothing else in it. A stream file of PDDLStream or a trajectory is a hint.

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

from plancore.diagnostic import Edit, Severity, apply_edits
from plancore.model.finding import CAUSE, Finding, PlaceEdit, PlaceFix
from plancore.snapshot import FileSnapshot
from plancore.syntax.builder import COMPOUND_HEADS, TOKEN
from plancore.syntax.nodes import Form, FormRole, Place
from plancore.syntax.signs import outside_comments

CODE: Final = "no-definition"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True

MARKS: Final = "{<[@%\xab"
"""A file without any of these characters has no template placeholder."""
_UNCHECKED: Final = re.compile(
    r"\s*+(?:;[^\n]*+\s*+)*\(\s*+(?:define\s*(\(stream)|(:?trajectory))(?=[\s()])", re.IGNORECASE
)
_UNCHECKED_FILES: Final = ("stream file of PDDLStream", "trajectory")
_TEMPLATE: Final = re.compile(
    r"\{\{|\{%|\$\{|#\{|<%|\xab[^\xab\xbb\n]{0,80}\xbb|@[A-Za-z_][\w-]{0,80}@"
    r"|<(?<![\w<]<)<?\|?(?!(?:b|br|code|div|em|i|p|pre|span|strong|sub|sup|td|tr)>)"
    r"[A-Za-z_][\w -]{0,80}\|?>{1,2}"
    r"|%(?<![^\s()]%)(?:[sd](?![^\s()])|\([A-Za-z_]\w{0,80}\)[sd])"
)
"""Placeholders of templates, which are never PDDL. Each begins with a literal character, for which
`re` searches fast."""
_OPEN: Final = ("{{", "{%", "<%", "${", "#{")
"""Opening marks of placeholders that are closed later."""
_BEGINNING: Final = re.compile(
    r"^[ \t]*(?P<define>\(?[ \t]*define\s+)?(?P<open>\()?\s*(?P<kind>domain|problem)\s+"
    r"(?P<name>[^\s();]+)\s*(?P<close>\))?(?=(?:\s|;[^\n]*)*\Z)",
    re.IGNORECASE | re.MULTILINE,
)
"""What is left of `(define (domain d)` before the first section, at the end of a text."""
_BRACKET: Final = re.compile(r"[\[{]")
_FIELD: Final = re.compile(r"\{\w{1,80}\}|\[[A-Z_]{3,80}\]")
"""Placeholders, if all brackets of a file are; others may stand for parentheses."""
_LISTS_OF_NAMES: Final = (":objects", ":constants", ":types", ":domain")
_OF_FORMULAS: Final = COMPOUND_HEADS.difference(
    ("=", "<", ">", "<=", ">=", "+", "-", "*", "/", "at", "either", "minimize", "maximize"),
    ("increase", "decrease", "assign"),
)
_TIMES: Final = (["at", "start"], ["at", "end"])
_FAR: Final = 300
"""The maximum distance of a placeholder from the start of its list."""


def check(file: FileSnapshot) -> Iterator[Finding]:
    """The start of the text in a file without definitions, and each misspelt `define`."""
    for form in file.tree.forms:
        if form.role is FormRole.DEFINE and (misspelt := _misspelt(form)) is not None:
            yield misspelt
    for definition in file.definitions:
        if definition.definition.define is None and definition.definition.sections:
            first = definition.definition.sections[0]
            lost = _lost_beginning(file, first.head) if len(file.definitions) == 1 else None
            place, message = first.keyword_place, "section outside `(define …)`"
            if lost is None:
                yield Finding(CODE, SEVERITY, place, message)
                return
            if lost.place.end > lost.place.start:
                place = lost.place
            fix = PlaceFix("Insert `(define`", (lost, *_lost_end(file, lost)))
            yield Finding(CODE, SEVERITY, place, message, (), (fix,), mistake=f"{CAUSE}define")
            return
    if file.definitions or not file.tree.forms:
        return
    form = file.tree.forms[0]
    if form.problems:
        return
    reason = _not_a_plan(file)
    if reason is None:
        return
    end = len(form.text.splitlines()[0].rstrip())
    yield Finding(CODE, SEVERITY, Place(form, 0, max(end, 1)), reason)


def _lost_beginning(file: FileSnapshot, opening: Form) -> PlaceEdit | None:
    """The edit that writes `(define (domain d)` before the first section of a file, or instead of
    what is left of it there; None if there is no name."""
    if opening.keyword in ("domain", "problem"):
        return PlaceEdit(Place(opening, 0, 0), "(define ")
    before = [form for form in file.tree.prose if file.tree.start(form) < file.tree.start(opening)]
    found = _BEGINNING.search(before[-1].text) if before else None
    if found is None or not any(found.group("define", "open", "close")):
        return None
    return PlaceEdit(Place(before[-1], *found.span()), f"(define ({found['kind']} {found['name']})")


def _lost_end(file: FileSnapshot, beginning: PlaceEdit) -> tuple[PlaceEdit, ...]:
    """The edit that writes the `)` of a definition that gets this beginning, if it has none."""
    edit = Edit(file.span(beginning.place), beginning.text)
    signs = [token[0] for token in TOKEN.finditer(apply_edits(file.text, (edit,)))]
    last = file.tree.forms[-1]
    end = len(last.text)
    is_open = signs.count("(") == signs.count(")") + 1
    return (PlaceEdit(Place(last, end, end), ")"),) if is_open else ()


def _misspelt(form: Form) -> Finding | None:
    """The finding about `(defin (domain d)`, which is read as a definition."""
    word = form.text[1:].strip()
    if word.lower() == "define":
        return None
    place = Place(form, len(form.text) - len(word), len(form.text))
    fix = PlaceFix("Change to `define`", (PlaceEdit(place, "define"),), safe=True)
    return Finding(
        CODE, SEVERITY, place, f"unknown word `{word}`; did you mean `define`?", (), (fix,)
    )


def _not_a_plan(file: FileSnapshot) -> str | None:
    """The message about a file without definitions; None if it is a plan."""
    message = "missing `(define …)`: the file defines neither a domain nor a problem"
    is_pddl = file.name.lower().endswith((".pddl", ".hddl"))
    if is_pddl and "(" not in file.text:
        return message  # a sentence: lines of bare words are steps only in a plan file
    # Imported late: most files have a definition.
    from plancore.notation.plans.reader import read_plan

    plan, problems = read_plan(file.text)
    if plan.steps and len(plan.steps) > len(problems):
        return None
    if is_pddl or plan.steps or "." not in file.name:
        return message
    from plancore.notation.plans.other_texts import kind_of_text

    kinds = (each.message for each in problems if each.code in ("no-plan-found", "not-a-plan"))
    kind = next(kinds, f"no plan found: {kind_of_text(file.text)}")
    return f"missing `(define …)`, and {kind}"


def unchecked(file: FileSnapshot) -> Iterator[Finding]:
    """The start of a file with streams of PDDLStream, or of a trajectory: neither is PDDL."""
    found = _UNCHECKED.match(file.text)
    at = file.tree.form_at(found.start(found.lastindex or 0)) if found else None
    if found is not None and found.lastindex is not None and at is not None:
        form, start = at
        place = Place(form, start, start + len(found[found.lastindex]))
        message = f"{_UNCHECKED_FILES[found.lastindex - 1]}: it is not checked"
        yield Finding(CODE, Severity.HINT, place, message)


def template(file: FileSnapshot) -> Iterator[Finding]:
    """The first placeholder of a template, whose text is not complete PDDL."""
    for mark in _marks(file.text) if file.definitions else ():
        shown = mark[0][:2] if mark[0][:2] in _OPEN else mark[0]
        place = file.tree.place_outside_prose(mark.start(), mark.start() + len(shown))
        if place is not None:
            message = f"template: `{shown}` is not part of PDDL; nothing else is checked"
            yield Finding(CODE, SEVERITY, place, message)
            return


def _marks(text: str) -> Iterator[re.Match[str]]:
    """The placeholders outside comments, in order."""
    yield from outside_comments(_TEMPLATE.finditer(text), text)
    fields: list[re.Match[str]] = []
    for bracket in outside_comments(_BRACKET.finditer(text), text):
        field = _FIELD.match(text, bracket.start()) or _argument(text, bracket.start())
        if field is None:
            return
        fields.append(field)
    yield from fields


def _argument(text: str, at: int) -> re.Match[str] | None:
    """The placeholder `[room]` at an offset, if it is in place of a name or a value: in place of a
    formula, such brackets stand for parentheses."""
    # Compiled here, as few files have brackets.
    found = re.compile(r"\[[A-Za-z_][\w-]{0,80}\]").match(text, at)
    opening, depth = at, 0
    while found is not None and depth >= 0:
        opening -= 1
        if opening < max(0, at - _FAR):
            return None
        depth += (text[opening] == ")") - (text[opening] == "(")
    head, *others = text[opening + 1 : at].lower().split() or [""]
    if head[:1] == ":":
        is_name = head in _LISTS_OF_NAMES
    else:
        is_name = head != "" and head not in _OF_FORMULAS and [head, *others] not in _TIMES
    return found if is_name else None
