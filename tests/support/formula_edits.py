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
    Preference,
    Probabilistic,
    Term,
    Timed,
    TrajectoryConstraint,
    When,
)

Args = tuple[Term, ...]
Change = Callable[[str, Args], Args]
"""The new arguments of a predicate or function, for its name and its arguments."""


def with_arguments(formula: Formula, change: Change) -> Formula:
    """`formula` with the arguments of all atoms and numeric terms changed.

    A value that is a term itself counts as the argument of a function without a name.
    """

    def inner(part: Formula) -> Formula:
        return with_arguments(part, change)

    match formula:
        case AtomicFormula(predicate, args):
            return AtomicFormula(predicate, change(predicate, _terms(args, change)))
        case And(parts) | Or(parts) | OneOf(parts):
            return type(formula)(tuple(map(inner, parts)))
        case Not(body=body) | Forall(body=body) | Exists(body=body) | Timed(body=body):
            return replace(formula, body=inner(body))
        case Preference(body=body):
            return replace(formula, body=inner(body))
        case TrajectoryConstraint(parts=parts):
            return replace(formula, parts=tuple(map(inner, parts)))
        case Probabilistic(outcomes):
            return Probabilistic(
                tuple((_numeric(chance, change), inner(effect)) for chance, effect in outcomes)
            )
        case Imply(condition, conclusion):
            return Imply(inner(condition), inner(conclusion))
        case When(condition, effect):
            return When(inner(condition), inner(effect))
        case Comparison(operator, left, right):
            return Comparison(operator, _numeric(left, change), _numeric(right, change))
        case Assign(operator, target, value):
            changed = change(target.name, _terms(target.args, change))
            return Assign(operator, FunctionTerm(target.name, changed), _numeric(value, change))
        case _:
            return formula


def _numeric(term: Expression, change: Change) -> Expression:
    match term:
        case FunctionTerm(name, args):
            return FunctionTerm(name, change(name, _terms(args, change)))
        case Arithmetic(operator, args):
            return Arithmetic(operator, tuple(_numeric(arg, change) for arg in args))
        case str():
            return change("", (term,))[0]
        case _:
            return term


def _terms(args: Args, change: Change) -> Args:
    """The arguments, changed inside where they are function terms."""
    return tuple(
        FunctionTerm(arg.name, change(arg.name, _terms(arg.args, change)))
        if isinstance(arg, FunctionTerm)
        else arg
        for arg in args
    )


def with_terms(formula: Formula, names: Mapping[str, str]) -> Formula:
    """`formula` with variables renamed; no quantifier in it binds one of them."""

    def change(_: str, args: Args) -> Args:
        return tuple(names.get(arg, arg) if isinstance(arg, str) else arg for arg in args)

    return with_arguments(formula, change)
