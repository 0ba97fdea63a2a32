"""The domain of a problem is unknown.

## What it does
Reports the name after `:domain` if no domain is found for the problem, or if the domain that is
found has another name. The related location is the name of that domain, and the fix uses it. The
only domain of a directory is used whatever its name, unless it declares less than half of the names
that the problem uses. If several files define the domain, or only one in another branch of the
workspace, the same limit applies.

## Why it matters
Without its domain, a problem can hardly be checked. Some planners reject a problem whose domain has
another name.

## Example
```pddl
(define (problem p)
  (:domain delivry)
  (:init)
  (:goal (and)))
```

## Use instead
The name of the domain, as in `(define (domain …`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.kinship import told_apart, vocabulary
from plancore.model.finding import Finding
from plancore.rules.base import DefinitionContext
from plancore.rules.fixes import change_to

CODE: Final = "unknown-domain"
SEVERITY: Final = Severity.WARNING
DEFAULT: Final = True


def check(context: DefinitionContext) -> Iterator[Finding]:
    """The name of the domain if it is unknown, or differs from that in the file used."""
    definition, domain = context.definition, context.domain
    name = next((m.name for m in definition.models if m.keyword == ":domain" and m.name), None)
    if name is None:
        return
    if domain is None:
        message = f"unknown domain `{name.text}`: the problem is checked without a domain"
        unrelated = context.choice.unrelated
        if unrelated is not None:
            words = vocabulary(definition, unrelated.definition)
            declares = f"declares {words.declared} of the {words.used} names used here"
            if unrelated.definition.name == name.key:
                file = told_apart([unrelated.file.name])[0]
                message = (
                    f"no domain `{name.text}` fits: `{file}` {declares}; name its file in a "
                    "`;;!domain: …` line at the top"
                )
                yield Finding(CODE, SEVERITY, name.place, message)
                return
            message += f"; the domain `{unrelated.definition.name}` next to it {declares}"
        yield Finding(CODE, Severity.INFORMATION, name.place, message)
        return
    declared = domain.definition.name
    if declared is not None and declared.key != name.key:
        message = f"wrong domain name `{name.text}`; the domain is named `{declared.text}`"
        related = ((declared.place, "domain named here"),)
        # A string may touch its neighbours, which a name in its place must not.
        fixes = () if name.key.startswith('"') else (change_to(name, declared.text),)
        yield Finding(CODE, SEVERITY, name.place, message, related, fixes)
