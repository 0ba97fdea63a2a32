"""Types become predicates."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from plancore.model.domain import Action, Function, Predicate
from plancore.model.formula import And, AtomicFormula, TypedName, conjuncts
from plancore.model.types import OBJECT
from support.disguise.draft import Draft

D = TypeVar("D", Predicate, Function)


def turn_types_into_predicates(draft: Draft) -> None:
    """`?x - t` becomes `(t ?x)`, where no quantifier and no `either` needs the type."""
    parameters = [p for action in draft.domain.actions for p in action.parameters]
    if any(len(p.types) > 1 for p in parameters) or draft.has_quantifiers:
        return
    taken = {p.name for p in draft.domain.predicates}
    used = dict.fromkeys(t for p in parameters for t in p.types if t != OBJECT)
    if taken & {*used}:
        return
    draft.new_predicates = list(used)
    predicates = [Predicate(name, (TypedName("?x"),)) for name in used]
    draft.domain = replace(
        draft.domain,
        types=(),
        constants=tuple(TypedName(c.name) for c in draft.domain.constants),
        predicates=(*map(_untyped, draft.domain.predicates), *predicates),
        functions=tuple(map(_untyped, draft.domain.functions)),
    )
    draft.change_actions(_with_type_literals)


def _untyped(declaration: D) -> D:
    parameters = tuple(TypedName(p.name) for p in declaration.parameters)
    return replace(declaration, parameters=parameters)


def _with_type_literals(action: Action) -> Action:
    literals = [
        AtomicFormula(p.types[0], (p.name,))
        for p in action.parameters
        if p.types and p.types[0] != OBJECT
    ]
    return replace(
        action,
        parameters=tuple(TypedName(p.name) for p in action.parameters),
        precondition=And((*literals, *conjuncts(action.precondition))),
    )
