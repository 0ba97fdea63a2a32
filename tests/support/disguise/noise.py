"""Literals that are wrong."""

from __future__ import annotations

from dataclasses import replace

from plancore.model.domain import Action
from plancore.model.formula import And, AtomicFormula, Formula, Not, conjuncts
from support.disguise.draft import Draft


def edit_literals(draft: Draft, noise: float) -> None:
    """A share of the literals of all actions dropped, added or with another sign."""
    n_literals = sum(
        _is_literal(part)
        for action in draft.domain.actions
        for formula in (action.precondition, action.effect)
        for part in conjuncts(formula)
    )
    actions = list(draft.domain.actions)
    for _ in range(round(noise * n_literals)):
        number = draft.random.randrange(len(actions))
        actions[number] = _edited(draft, actions[number])
    draft.domain = replace(draft.domain, actions=tuple(actions))


def _edited(draft: Draft, action: Action) -> Action:
    in_effect = draft.random.random() < 0.5
    parts = list(conjuncts(action.effect if in_effect else action.precondition))
    literals = [number for number, part in enumerate(parts) if _is_literal(part)]
    edit = draft.random.choice(("drop", "add", "sign")) if literals else "add"
    if edit == "add":
        parts.append(_new_literal(draft, action))
    else:
        number = draft.random.choice(literals)
        part = parts[number]
        parts[number : number + 1] = (
            [] if edit == "drop" else [part.body if isinstance(part, Not) else Not(part)]
        )
    edited = And(tuple(parts))
    return replace(action, effect=edited) if in_effect else replace(action, precondition=edited)


def _new_literal(draft: Draft, action: Action) -> Formula:
    terms = [p.name for p in action.parameters] or [c.name for c in draft.domain.constants]
    choices = [p for p in draft.domain.predicates if terms or not p.parameters]
    if not choices:
        return And(())
    predicate = draft.random.choice(choices)
    args = tuple(draft.random.choice(terms) for _ in predicate.parameters)
    atom = AtomicFormula(predicate.name, args)
    return atom if draft.random.random() < 0.6 else Not(atom)


def _is_literal(part: Formula) -> bool:
    return isinstance(part, AtomicFormula) or (
        isinstance(part, Not) and isinstance(part.body, AtomicFormula)
    )
