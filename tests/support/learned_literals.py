"""Learned actions as sets of literals, and short figures of these that can be kept."""

from __future__ import annotations

from hashlib import sha256

from plancore.model.domain import Action, Domain
from plancore.model.formula import AtomicFormula, Formula, Not, conjuncts


def literals(formula: Formula) -> set[str]:
    """The literals of a conjunction as text: `(not (on ?x ?y))`."""
    return {_text(part) for part in conjuncts(formula)}


def _text(part: Formula) -> str:
    if isinstance(part, Not):
        return f"(not {_text(part.body)})"
    assert isinstance(part, AtomicFormula)
    return f"({' '.join((part.predicate, *map(str, part.args)))})"


def actions_of(domain: Domain) -> dict[str, dict[str, set[str]]]:
    """By name the literals of each action's precondition and effect."""
    return {
        action.name: {
            "precondition": literals(action.precondition),
            "effect": literals(action.effect),
        }
        for action in domain.actions
    }


def fingerprint(action: Action) -> str:
    """The same for actions with the same literals, whatever their order."""
    parts = (action.precondition, action.effect)
    text = "|".join(" ".join(sorted(literals(part))) for part in parts)
    return sha256(text.encode()).hexdigest()[:12]
