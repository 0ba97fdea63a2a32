"""The domain or problem of a plan is unknown.

## What it does
Reports once per plan what is missing and what is therefore not checked. A comment at the top of the
plan names the file. Without one, planlsp uses the problem with the same stem in the directory, or
the only one there. If several fit equally well, it names two of them. It is a warning if a comment
names a file that is missing or defines neither a domain nor a problem.

## Why it matters
Without a problem, the plan is not executed, so planlsp cannot report whether it is valid.

## Example
```text
;;!problem: p99.pddl
(move ann depot square)
```

## Use instead
```text
;;!problem: p01.pddl
(move ann depot square)
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Diagnostic, Severity
from plancore.directives import Directive, directives, is_path, join
from plancore.kinship import told_apart
from plancore.rules.plans.base import PlanContext
from plancore.source import Span

CODE: Final = "missing-setting"
SEVERITY: Final = Severity.HINT
DEFAULT: Final = True


def check(context: PlanContext) -> Iterator[Diagnostic]:
    """The missing domain or problem, at the directive that names it or at the first step."""
    if not context.plan.steps:
        return
    named = directives(context.file.text)
    domain, problem = context.setting
    is_told = False
    for name in ("domain", "problem"):
        if name in named and not _is_taken(context, named[name]):
            path = named[name].path
            message = (
                f"no {name} found in `{path}`; expected a file that defines one"
                if is_path(path)
                else f"no {name} named `{path}` and no such file"
            )
            yield Diagnostic(CODE, Severity.WARNING, named[name].span, message)
            is_told = True
    if is_told or (domain and problem):
        return
    why = _why(context) if problem is None else ""
    if domain is None and problem is None and not why:
        message = (
            "no domain and no problem found: only the notation of the plan is checked; name them "
            "in `;;!domain: …` and `;;!problem: …` lines at the top"
        )
    elif problem is None:
        unchecked = (
            "only the notation of the plan is checked"
            if domain is None
            else "the plan is not executed"
        )
        message = (
            f"no problem found: {why}{unchecked}; name it in a `;;!problem: …` line at the top"
        )
    else:
        message = (
            "no domain found: only the notation of the plan is checked; name it in a "
            "`;;!domain: …` line at the top"
        )
    first = context.plan.steps[0]
    span = first.actions[0].span if first.actions else first.span
    yield Diagnostic(CODE, SEVERITY, Span(*span), message)


def _why(context: PlanContext) -> str:
    """The files among which the problem cannot be chosen."""
    rivals = context.project.problem_rivals(context.file)[:2]
    if len(rivals) < 2:
        return ""
    one, other = told_apart(rivals)
    return f"several fit equally well, such as `{one}` and `{other}`; "


def _is_taken(context: PlanContext, directive: Directive) -> bool:
    """Whether a directive names the file or the definition that is used."""
    link = context.setting.domain if directive.name == "domain" else context.setting.problem
    return link is not None and (
        link.file.name == join(context.file.name, directive.path)
        or link.definition.name == directive.path.lower()
    )
