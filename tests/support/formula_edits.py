"""Formulas with their atoms, terms or variables replaced."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from plancore.model.formula import (
    And,
    Arithmetic,
    Assign,
    AtomicFormula,
    Comparison,
    Exists,
    Expression,
    Forall,
    Formula,
    FunctionTerm,
    Imply,
    Not,
    OneOf,
    Or,
    Term,
    Timed,
    When,
)

Args = tuple[Term, ...]
Change = Callable[[str, Args], Args]
"""The new arguments of a predicate or function, for its name and its arguments."""


def with_arguments(formula: Formula, change: Change) -> Formula:
    """`formula` with the arguments of all atoms and numeric terms changed."""

    def inner(part: Formula) -> Formula:
        return with_arguments(part, change)

    match formula:
        case AtomicFormula(predicate, args):
            return AtomicFormula(predicate, change(predicate, args))
        case And(parts) | Or(parts) | OneOf(parts):
            return type(formula)(tuple(map(inner, parts)))
        case Not(body) | Forall(body=body) | Exists(body=body) | Timed(body=body):
            return replace(formula, body=inner(body))
        case Imply(condition, conclusion):
            return Imply(inner(condition), inner(conclusion))
        case When(condition, effect):
            return When(inner(condition), inner(effect))
        case Comparison(operator, left, right):
            return Comparison(operator, _numeric(left, change), _numeric(right, change))
        case Assign(operator, target, value):
            changed = FunctionTerm(target.name, change(target.name, target.args))
            return Assign(operator, changed, _numeric(value, change))
        case _:
            return formula


def _numeric(term: Expression, change: Change) -> Expression:
    match term:
        case FunctionTerm(name, args):
            return FunctionTerm(name, change(name, args))
        case Arithmetic(operator, args):
            return Arithmetic(operator, tuple(_numeric(arg, change) for arg in args))
        case _:
            return term


def with_terms(formula: Formula, names: Mapping[str, str]) -> Formula:
    """`formula` with variables renamed; no quantifier in it binds one of them."""

    def change(_: str, args: Args) -> Args:
        return tuple(names.get(arg, arg) if isinstance(arg, str) else arg for arg in args)

    return with_arguments(formula, change)
