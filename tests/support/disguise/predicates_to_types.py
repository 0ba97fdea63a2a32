"""Predicates become types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from plancore.model.domain import Action
from plancore.model.formula import And, AtomicFormula, TypedName, conjuncts, walk
from support.disguise.draft import Draft


def turn_predicates_into_types(draft: Draft) -> None:
    """`(t ?x)` becomes `?x - t` in a domain without types."""
    if draft.domain.types or draft.has_quantifiers or draft.domain.axioms:
        return
    typed: dict[str, dict[str, str]] = {action.name: {} for action in draft.domain.actions}
    for predicate in draft.domain.predicates:
        if len(predicate.parameters) != 1:
            continue
        places = _places(draft, predicate.name, typed)
        if places:
            draft.new_types.append(predicate.name)
            for action, variable in places:
                typed[action][variable] = predicate.name
    chosen = {*draft.new_types}
    draft.domain = replace(
        draft.domain,
        types=tuple(TypedName(name) for name in draft.new_types),
        predicates=tuple(p for p in draft.domain.predicates if p.name not in chosen),
    )

    def with_types(action: Action) -> Action:
        parts = [
            part
            for part in conjuncts(action.precondition)
            if not (isinstance(part, AtomicFormula) and part.predicate in chosen)
        ]
        parameters = tuple(
            replace(p, types=(typed[action.name][p.name],)) if p.name in typed[action.name] else p
            for p in action.parameters
        )
        return replace(action, parameters=parameters, precondition=And(tuple(parts)))

    draft.change_actions(with_types)


def _places(
    draft: Draft, predicate: str, typed: Mapping[str, Mapping[str, str]]
) -> list[tuple[str, str]]:
    """Action and variable of all uses; none where one of them is more than a type."""
    places = []
    for action in draft.domain.actions:
        required = [
            part.args[0]
            for part in conjuncts(action.precondition)
            if isinstance(part, AtomicFormula) and part.predicate == predicate
        ]
        n_uses = sum(
            isinstance(part, AtomicFormula) and part.predicate == predicate
            for formula in (action.precondition, action.effect)
            for part in walk(formula)
        )
        names = {p.name for p in action.parameters} - {*typed[action.name]}
        if n_uses > len(required) or not names.issuperset(map(str, required)):
            return []
        places += [(action.name, str(variable)) for variable in dict.fromkeys(required)]
    return places
