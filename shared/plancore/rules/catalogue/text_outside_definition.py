"""There is text outside the definitions.

## What it does
Reports prose, Markdown fences and other text outside `(define …)`, once per file, except comments
that begin with `#` or `--` (see `foreign-sign`). The fix removes all of it. It is a warning if the
text only follows the last definition, where some planners stop reading.

## Why it matters
Planners reject such files. Answers of language models often have this form.

## Example
```text
Here is your domain:
(define (domain d)
  (:predicates (p)))
```

## Use instead
Remove the text, or put `;` in front of each line.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import Finding, PlaceEdit, PlaceFix
from plancore.snapshot import FileSnapshot
from plancore.syntax.nodes import FormRole, Place
from plancore.syntax.signs import is_commentary

CODE: Final = "text-outside-definition"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(file: FileSnapshot) -> Iterator[Finding]:
    """The first piece of text that is not PDDL, in a file that also has a definition."""
    prose = [form for form in file.tree.prose if not is_commentary(form.text)]
    if not prose or not any(d.definition.define for d in file.definitions):
        return
    last = next(form for form in reversed(file.tree.forms) if form.role is not FormRole.PROSE)
    only_behind = file.tree.start(prose[0]) > file.tree.start(last)
    edits = tuple(PlaceEdit(form.place(), "") for form in prose)
    # Sections outside a definition would become part of one.
    whole = all(d.definition.define is not None for d in file.definitions)
    fixes = (PlaceFix("Remove everything that is not PDDL", edits),) if whole else ()
    first = prose[0].text
    line = len(first.splitlines()[0].rstrip()) if first.splitlines() else len(first)
    n_more = len(prose) - 1
    more = f" (and in {n_more} more place{'s' * (n_more > 1)})" if n_more else ""
    yield Finding(
        CODE,
        Severity.WARNING if only_behind else SEVERITY,
        Place(prose[0], 0, max(line, 1)),
        f"text outside `(define …)`{more}",
        (),
        fixes,
    )
