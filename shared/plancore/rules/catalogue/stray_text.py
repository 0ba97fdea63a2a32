"""There is unexpected text in a definition.

## What it does
Reports words between the sections of a definition, between the keywords of an action, and after a
complete name or goal.

## Why it matters
Planners reject the file. Often a parenthesis or a keyword is missing before it.

## Example
```pddl
(define (domain d)
  oops
  (:predicates (p)))
```

## Use instead
Remove the word, or put `;` in front to make it a comment.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import Finding, PlaceEdit, PlaceFix
from plancore.snapshot import FileSnapshot
from plancore.syntax.nodes import Form, FormRole

CODE: Final = "stray-text"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(file: FileSnapshot) -> Iterator[Finding]:
    """The text between sections; text inside a section is found when it is read."""
    for definition in file.tree.definitions:
        for form in definition.strays:
            if form.problems:
                continue
            fixes: tuple[PlaceFix, ...] = ()
            if not file.tree.problems and _stands_alone(form, file):
                fixes = (PlaceFix("Remove the stray text", (PlaceEdit(form.place(), ""),)),)
            message = "expected a section such as `(:action …)`"
            if form.text.startswith(("/*", "#")):
                message += "; a comment begins with `;`"
            yield Finding(CODE, SEVERITY, form.place(), message, (), fixes)


def _stands_alone(form: Form, file: FileSnapshot) -> bool:
    """Whether a section or the end of the definition follows. Any other list may belong to a
    section that has lost its keyword or its end here."""
    tree = file.tree
    behind = bisect_right(tree.starts, tree.start(form))
    if behind == len(tree.forms):
        return True
    return tree.forms[behind].role is FormRole.CLOSE or tree.forms[behind].keyword.startswith(":")
