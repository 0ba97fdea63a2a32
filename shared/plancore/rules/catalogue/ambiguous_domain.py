"""Several files define the domain of a problem.

## What it does
Reports that several files define the domain that a problem names, and which one is used. Those
named like the problem come first (`domain2.pddl` for `problem2.pddl`), then those that declare most
of the names that it uses. If none is near the problem, all domains of that name in the workspace
are listed. If those are in files of one name in directories next to each other, `planlsp check`
checks the problem with each of them, and reports those that do not fit.

## Why it matters
The problem is checked, and plans are executed, with one of them. It may not be the one you mean.

## Example
Two files next to the problem, `first.pddl` and `second.pddl`, both define the domain `delivery`.

## Use instead
Name the file in a comment in the problem: `;;!domain: second.pddl`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.kinship import told_apart
from plancore.model.finding import Finding
from plancore.rules.base import DefinitionContext

CODE: Final = "ambiguous-domain"
SEVERITY: Final = Severity.INFORMATION
DEFAULT: Final = True

_MOST: Final = 3


def check(context: DefinitionContext) -> Iterator[Finding]:
    """The name of the domain, if several files define it."""
    link = context.choice.link
    node = next((m.name for m in context.definition.models if m.keyword == ":domain"), None)
    if link is None or node is None or not link.rivals:
        return
    taken, *others = (f"`{name}`" for name in told_apart((link.file.name, *link.rivals)))
    names = others[:_MOST]
    if len(others) > _MOST:
        names.append(f"{len(others) - _MOST} more")
    define = "also defines" if len(names) == 1 else "also define"
    message = f"ambiguous domain `{node.text}`: {taken} is used, {', '.join(names)} {define} it"
    yield Finding(CODE, SEVERITY, node.place, message)
