"""A language feature is used without its requirement.

## What it does
Reports each requirement that a domain, or a problem with its domain, uses but does not list, once,
at its first use. A requirement covers all that it includes: `:adl` covers typing, negation,
disjunction, equality, quantifiers and conditional effects, and numeric fluents cover costs. The
severity is warning, or information if the domain lists no requirements. The fix adds the
requirement.

## Why it matters
Some planners choose their algorithms by the requirements, or reject a file that misses one.

## Example
```pddl
(define (domain door)
  (:requirements :strips)
  (:predicates (locked))
  (:action enter
    :parameters ()
    :precondition (not (locked))))
```

## Use instead
```pddl
(define (domain door)
  (:requirements :strips :negative-preconditions)
  (:predicates (locked))
  (:action enter
    :parameters ()
    :precondition (not (locked))))
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.environment import Environment
from plancore.model.finding import Finding, PlaceFix
from plancore.model.requirements import MEANING, closure
from plancore.patch.declare import declare_name
from plancore.rules.base import DefinitionContext, FormContext
from plancore.syntax.nodes import Place

CODE: Final = "missing-requirement"
SEVERITY: Final = Severity.WARNING
DEFAULT: Final = True

_DECLARED_ONLY: Final = frozenset((":functions", ":init"))
"""Sections whose numbers may be nothing but costs."""


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each requirement that is needed and neither listed nor included in one that is."""
    if context.domain is None:
        return
    listed = context.environment.requirements
    included = closure(listed)
    severity = SEVERITY if listed else Severity.INFORMATION
    needed: dict[str, Place] = {}
    for form in context.forms:
        uses = form.model.uses
        for requirement in uses.features:
            if requirement in included or requirement in needed:
                continue
            if _is_covered(requirement, form.model.keyword, included):
                continue
            if requirement == ":numeric-fluents" and _have_no_numbers(context.environment):
                continue
            if requirement != ":object-fluents" or not _takes_formulas(form):
                needed[requirement] = uses.needed_at(requirement)
    for requirement, place in needed.items():
        meaning = MEANING.get(requirement, "")
        message = f"missing requirement `{requirement}` ({meaning})"
        yield Finding(CODE, severity, place, message, (), _fix(context, requirement))


def _takes_formulas(form: FormContext) -> bool:
    """Whether formulas stand where objects that functions name are expected."""
    return bool(form.resolution.operators or form.resolution.formulas)


def _have_no_numbers(environment: Environment) -> bool:
    """Whether all functions are declared to have objects for values."""
    functions = environment.functions.values()
    return bool(functions) and all(f.returns != ("number",) for f in functions)


def _is_covered(requirement: str, keyword: str, included: frozenset[str]) -> bool:
    """Whether what is used may be covered by what is listed: the numbers of a section may all be
    costs, and costs are numbers."""
    if requirement == ":action-costs":
        return ":numeric-fluents" in included
    is_number = requirement == ":numeric-fluents" and keyword in _DECLARED_ONLY
    return is_number and ":action-costs" in included


def _fix(context: DefinitionContext, requirement: str) -> tuple[PlaceFix, ...]:
    definition = context.definition
    has_section = any(model.keyword == ":requirements" for model in definition.models)
    target = definition if has_section or context.domain is None else context.domain
    edit = declare_name(target, ":requirements", requirement)
    return (
        (PlaceFix(f"Add `{requirement}` to the requirements", (edit,), safe=True),) if edit else ()
    )
