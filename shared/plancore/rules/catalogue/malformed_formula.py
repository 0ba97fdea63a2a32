"""An operator has the wrong number or kind of operands.

## What it does
Reports, for example, `not` with two formulas, `when` without an effect, a quantifier without
variables, a name as value of a number, `(is-violated p)` without a preference `p` or without its
parentheses, a bound before `?duration`, or `?t` for `#t`.

## Why it matters
Planners reject the formula; some read the first operand and drop the rest.

## Example
```pddl
(define (domain d)
  (:requirements :negative-preconditions)
  (:predicates (p) (q))
  (:action a
    :parameters ()
    :precondition (not (p) (q))
    :effect (q)))
```

## Use instead
`(and (not (p)) (not (q)))`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.environment import Environment
from plancore.lower.facts import lower_facts
from plancore.lower.numbers import number
from plancore.memo import Key
from plancore.model.domain import NUMBER
from plancore.model.finding import Finding
from plancore.model.formula import (
    Arithmetic,
    At,
    AtomicFormula,
    Comparison,
    Formula,
    FunctionTerm,
    Number,
)
from plancore.patch.declare import written
from plancore.rules.analysis import undeclared_severity
from plancore.rules.base import DefinitionContext
from plancore.rules.fixes import change_to
from plancore.spelling import nearest
from plancore.syntax.nodes import Form, List

CODE: Final = "malformed-formula"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True

_VALUES: Final = Key[tuple[Finding, ...]]("values of a wrong kind")
_UNUSUAL: Final = Key[list[Formula]]("values other than numbers")


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each value of a wrong kind in the initial state, and each undeclared preference. Other
    formulas are checked when they are read."""
    yield from _violations(context)
    # In other dialects values may be of undeclared types.
    is_pddl = undeclared_severity(context.environment) is SEVERITY
    for form in context.forms:
        if form.model.keyword == ":init" and context.environment.complete and is_pddl:
            values = partial(_all_values, form.form, context.environment)
            yield from form.form.memo.get(_VALUES, (context.environment,), values)


def _all_values(form: Form, environment: Environment) -> tuple[Finding, ...]:
    are_numeric = not environment.has_object_fluents
    values = form.memo.get(_UNUSUAL, (are_numeric,), partial(_unusual, form, are_numeric))
    return tuple([found for value in values for found in _value(value, environment)])


def _unusual(form: Form, are_numeric: bool) -> list[Formula]:
    """The values in a form other than numbers of functions that `are_numeric`."""
    facts = [fact.body if type(fact) is At else fact for fact in lower_facts(form).facts]
    return [
        fact
        for fact in facts
        if (type(fact) is Comparison and not (are_numeric and type(fact.right) is Number))
        or (type(fact) is AtomicFormula and fact.predicate == "=")
    ]


def _value(fact: Formula, environment: Environment) -> Iterator[Finding]:
    match fact:
        case Comparison("=", FunctionTerm(name), str(value), List() as node):
            declared = environment.functions.get(name)
            # An object in place of a number is reported by the rule about types.
            is_object = value in environment.objects
            if declared is not None and declared.returns == NUMBER and not is_object:
                message = f"expected a number as value of `{name}`, found `{value}`"
                yield Finding(CODE, SEVERITY, node.items[2].place, message)
        case Comparison("=", FunctionTerm(name), Number(), List() as node):
            declared = environment.functions.get(name)
            if declared is not None and declared.returns not in ((), NUMBER):
                types = written(declared.returns)
                message = f"expected `{types}` as value of `{name}`, found a number"
                yield Finding(CODE, SEVERITY, node.items[2].place, message)
        case Comparison("=", FunctionTerm(), FunctionTerm() | Arithmetic(), List() as node):
            message = "expected a number or an object as value, found an expression"
            yield Finding(CODE, SEVERITY, node.items[2].place, message)
        case AtomicFormula("=", (str(left), str(right)), List() as node):
            if left in environment.objects and number(right) is None:
                message = "`=` between objects is not a fact"
                yield Finding(CODE, SEVERITY, node.place, message)


def _violations(context: DefinitionContext) -> Iterator[Finding]:
    used = [node for model in context.definition.models for node in model.uses.violations]
    if not used:
        return
    definitions = (context.definition, context.domain)
    models = [model for definition in definitions if definition for model in definition.models]
    known = {node.key for model in models for node in model.uses.preferences}
    for node in used:
        if node.key not in known and context.domain is not None:
            meant = nearest(node.key, known)
            message = f"undeclared preference `{node.text}`"
            message += f"; did you mean `{meant}`?" if meant else ""
            fixes = (change_to(node, meant),) if meant else ()
            yield Finding(CODE, SEVERITY, node.place, message, (), fixes, mistake=node.key)
