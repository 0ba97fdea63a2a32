"""Formulas under other names, and formulas put in place of atoms."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from plancore.model.formula import (
    And,
    AtomicFormula,
    Exists,
    Forall,
    Formula,
    Imply,
    Not,
    Or,
    Term,
    TypedName,
)


def renamed(
    formula: Formula,
    predicates: Mapping[str, str],
    terms: Mapping[str, str],
    types: Mapping[str, str],
) -> Formula:
    """`formula` under other names; raises ValueError for anything not Boolean."""

    def atom(original: AtomicFormula) -> Formula:
        args = tuple(_term(arg, terms) for arg in original.args)
        return AtomicFormula(predicates.get(original.predicate, original.predicate), args)

    return mapped(formula, atom, types)


def mapped(
    formula: Formula,
    atom: Callable[[AtomicFormula], Formula],
    types: Mapping[str, str] | None = None,
) -> Formula:
    """`formula` with each atom put through `atom`; raises ValueError for anything not Boolean."""
    names = types or {}

    def go(part: Formula) -> Formula:
        match part:
            case AtomicFormula():
                return atom(part)
            case Not(body):
                return Not(go(body))
            case And(parts):
                return And(tuple(go(conjunct) for conjunct in parts))
            case Or(parts):
                return Or(tuple(go(disjunct) for disjunct in parts))
            case Imply(condition, conclusion):
                return Imply(go(condition), go(conclusion))
            case Forall(variables, body):
                return Forall(_variables(variables, names), go(body))
            case Exists(variables, body):
                return Exists(_variables(variables, names), go(body))
        raise ValueError(f"a {type(part).__name__.lower()} cannot be put into other words")

    return go(formula)


def _variables(variables: tuple[TypedName, ...], types: Mapping[str, str]) -> tuple[TypedName, ...]:
    return tuple(TypedName(v.name, tuple(types.get(t, t) for t in v.types)) for v in variables)


def _term(term: Term, names: Mapping[str, str]) -> Term:
    return names.get(term, term) if isinstance(term, str) else term
