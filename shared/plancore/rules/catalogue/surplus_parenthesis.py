"""There is one `)` too many.

## What it does
Reports a `)` that closes a list too early or closes nothing, parentheses outside all definitions,
and a list around sections, such as `(:actions (:action …))`. The place is inferred from what
follows: a keyword such as `:effect` cannot be outside its action, nor a section outside its
definition.

## Why it matters
Fast Downward and VAL read the file up to this point and silently ignore the rest.

## Example
```pddl
(define (domain walk)
  (:predicates (at ?p))
  (:action drive
    :parameters (?from ?to)
    :precondition (at ?from))
    :effect (at ?to)))
```
The second `)` after `(at ?from)` closes the action before its effect.

## Use instead
Remove it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.readers import DOMAIN_SECTIONS, PROBLEM_SECTIONS
from plancore.lower.section import EXTENSIONS
from plancore.model.finding import CAUSE, Finding, PlaceEdit, PlaceFix
from plancore.rules.fixes import MOST_TRIED, mends
from plancore.snapshot import FileSnapshot
from plancore.syntax.nodes import Atom, FormRole, SyntaxProblem

CODE: Final = "surplus-parenthesis"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True

_SECTIONS: Final = {*DOMAIN_SECTIONS, *PROBLEM_SECTIONS, *EXTENSIONS}


def check(file: FileSnapshot) -> Iterator[Finding]:
    """The surplus parentheses that the reader skipped."""
    problems = [problem for problem in file.tree.problems if problem.code == CODE]
    if problems and (around := _around_sections(file, problems[-1])):
        yield around
        problems.pop()
    if problems:
        echoes = _echoes(file)
        problems = [problem for problem in problems if id(problem.place.form) not in echoes]
    for index, problem in enumerate(problems):
        edit = PlaceEdit(problem.place, "")
        fixes: tuple[PlaceFix, ...] = ()
        if index < MOST_TRIED and mends(file.tree, edit):
            fixes = (PlaceFix("Remove the parenthesis", (edit,)),)
        yield Finding(CODE, SEVERITY, problem.place, problem.message, (), fixes)


def _around_sections(file: FileSnapshot, surplus: SyntaxProblem) -> Finding | None:
    """The finding about `(:actions (:action …) (:action …))`, whose last `)` is surplus; None if
    there is no such list."""
    for form in file.tree.forms:
        root = form.root if form.role is FormRole.SECTION and form.problems else None
        word = root.items[0] if root and len(root.items) == 1 else None
        if type(word) is not Atom or word.key in _SECTIONS:
            continue
        if file.tree.span(surplus.place).start < file.tree.span(form.place()).end:
            continue  # it closes nothing of what follows the word
        edits = PlaceEdit(form.place(), ""), PlaceEdit(surplus.place, "")
        fix = PlaceFix("Remove the list around the sections", edits)
        message = f"`{word.text}` is not a section; write its sections without a list around them"
        mistake = f"{CAUSE}list around sections"
        return Finding(CODE, SEVERITY, word.place, message, (), (fix,), mistake=mistake)
    return None


def _echoes(file: FileSnapshot) -> set[int]:
    """The `)` left over after a form in which another one is already reported as surplus."""
    blamed = {
        id(section.head)
        for definition in file.definitions
        for section, model in definition.sections
        if any(finding.code == CODE for finding in model.uses.findings)
    }
    forms = file.tree.forms
    return {
        id(form)
        for before, form in pairwise(forms)
        if form.role is FormRole.STRAY and id(before) in blamed
    }
