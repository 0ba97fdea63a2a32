"""Several files define the domain of a problem.

## What it does
Remarks that other files, as near as the one that is taken, define a domain of the same name, and
says which is taken. Where none stands in the folder of the problem, above or below it, all of that
name in the workspace are told.

## Why it matters
The problem is checked against one of them, and plans are executed in it; it may not be the one that
you mean.

## Example
Two files beside the problem, `first.pddl` and `second.pddl`, both define the domain `delivery`.

## Use instead
A comment in the problem that names the file, `;;!domain: second.pddl`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import Finding
from plancore.rules.base import DefinitionContext

CODE: Final = "ambiguous-domain"
SEVERITY: Final = Severity.INFORMATION
DEFAULT: Final = True

_MOST: Final = 3


def check(context: DefinitionContext) -> Iterator[Finding]:
    """The name of the domain, when several files define it."""
    link = context.choice.link
    node = next((m.name for m in context.definition.models if m.keyword == ":domain"), None)
    if link is None or node is None or not link.rivals:
        return
    names = [f"`{_last(name)}`" for name in link.rivals[:_MOST]]
    if len(link.rivals) > _MOST:
        names.append(f"{len(link.rivals) - _MOST} more")
    define = "also defines" if len(names) == 1 else "also define"
    message = f"`{_last(link.file.name)}` is taken; {', '.join(names)} {define} `{node.text}`"
    yield Finding(CODE, SEVERITY, node.place, message)


def _last(name: str) -> str:
    return name.rpartition("/")[2]
