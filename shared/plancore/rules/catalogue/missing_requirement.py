"""A language feature is used without its requirement.

## What it does
Reports the requirements that a domain, or a problem with its domain, uses but does not list, each
at its first use. A requirement covers all that it includes: `:adl` covers typing, negation,
disjunction, equality, quantifiers and conditional effects, and numeric fluents cover costs. The
severity is warning, or information if the domain lists no requirements. The fix adds all of them.

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

from collections.abc import Iterator, Sequence
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.environment import Environment
from plancore.model.finding import Finding, PlaceFix
from plancore.model.requirements import MEANING, closure
from plancore.patch.declare import declare_name
from plancore.phrases import listed
from plancore.rules.base import DefinitionContext, FormContext
from plancore.syntax.nodes import Place

CODE: Final = "missing-requirement"
SEVERITY: Final = Severity.WARNING
DEFAULT: Final = True

_DECLARED_ONLY: Final = frozenset((":functions", ":init"))
"""Sections in which all numbers may be costs."""


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each requirement that is needed and neither listed nor implied by a listed one."""
    if context.domain is None:
        return
    included = closure(context.environment.requirements)
    severity = SEVERITY if context.environment.requirements else Severity.INFORMATION
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
            if requirement == ":object-fluents" and _have_only_numbers(context.environment):
                continue  # the value is an error of its own
            if requirement != ":object-fluents" or not _takes_formulas(form):
                needed[requirement] = uses.needed_at(requirement)
    if not needed:
        return
    # All missing requirements are one mistake.
    names = [f"`{requirement}`" for requirement in needed]
    message = f"missing requirements {listed(names)}"
    if len(needed) == 1:
        (requirement,) = needed
        message = f"missing requirement `{requirement}` ({MEANING.get(requirement, '')})"
    fix = _fix(context, list(needed), listed(names))
    fixes = (fix,) if fix else ()
    for place in needed.values():
        yield Finding(CODE, severity, place, message, (), fixes, mistake="requirements")


def _takes_formulas(form: FormContext) -> bool:
    """Whether there are formulas in place of object terms."""
    return bool(form.resolution.operators or form.resolution.formulas)


def _have_no_numbers(environment: Environment) -> bool:
    """Whether all functions are declared with objects as values."""
    functions = environment.functions.values()
    return bool(functions) and all(f.returns != ("number",) for f in functions)


def _have_only_numbers(environment: Environment) -> bool:
    """Whether all functions are declared with numbers as values."""
    functions = environment.functions.values()
    return bool(functions) and all(f.returns == ("number",) for f in functions)


def _is_covered(requirement: str, keyword: str, included: frozenset[str]) -> bool:
    """Whether a listed requirement may cover the needed one: the numbers of a section may all be
    costs, and costs are numbers."""
    if requirement == ":action-costs":
        return ":numeric-fluents" in included
    is_number = requirement == ":numeric-fluents" and keyword in _DECLARED_ONLY
    return is_number and ":action-costs" in included


def _fix(context: DefinitionContext, requirements: Sequence[str], names: str) -> PlaceFix | None:
    definition = context.definition
    has_section = any(model.keyword == ":requirements" for model in definition.models)
    target = definition if has_section or context.domain is None else context.domain
    first = requirements[0]
    edit = declare_name(target, ":requirements", first)
    if edit is None:
        return None
    edit = edit._replace(text=edit.text.replace(first, " ".join(requirements), 1))
    return PlaceFix(f"Add {names} to the requirements", (edit,), safe=True)
