"""Formulas and expressions in the words of a message."""

from __future__ import annotations

from plancore.model.formula import Damaged, Expression, Formula


def describe(formula: Formula | Expression) -> str:
    """What kind of formula this is, for a message."""
    if isinstance(formula, Damaged):
        text = " ".join(formula.text.split())
        return text if len(text) <= 60 else f"{text[:59]}…"
    for attribute in ("operator", "predicate"):
        word = getattr(formula, attribute, "")
        if word:
            return f"({word} …)"
    return f"({type(formula).__name__.lower()} …)"
