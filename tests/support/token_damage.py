"""Random damage to PDDL texts, token by token."""

from __future__ import annotations

import random
from typing import Final

from plancore.diagnostic import Edit
from plancore.source import Span
from plancore.syntax.builder import TOKEN

POOL: Final = (
    *("(", ")", "()", "-", "?x", "?", ":action", ":effect", ":precondition", ":parameters"),
    *("(define", "(:init", "(:objects", "(:action", "(domain", ":types", "and", "not", "forall"),
    *("when", "or", "either", "number", "3", "-1.5e9", "at", "over", "start", "=", "increase"),
    *('"', '"text"', "; comment\n", "\r", "\r\n", "\f", "\u2028", "\0", "é", "😀", "İ", "```"),
    *(":htn", ":derived", ":metric", "minimize", "preference", "oneof", "probabilistic", "#t"),
)
"""What may be inserted: what PDDL is made of, and what it is not."""


def mutation(rng: random.Random, text: str) -> Edit:
    """One edit that deletes, inserts, duplicates or swaps tokens of `text`."""
    tokens = [match.span() for match in TOKEN.finditer(text)]
    if not tokens or rng.random() < 0.25:
        at = rng.randint(0, len(text))
        return Edit(Span(at, at), rng.choice((" ", "")) + rng.choice(POOL) + rng.choice((" ", "")))
    start, end = rng.choice(tokens)
    kind = rng.randrange(3)
    if kind == 0:
        return Edit(Span(start, end), "")
    if kind == 1:
        return Edit(Span(end, end), f" {text[start:end]}")
    other_start, other_end = rng.choice(tokens)
    if other_start < start:
        start, end, other_start, other_end = other_start, other_end, start, end
    if end > other_start:
        return Edit(Span(start, end), text[start:end] * 2)
    swapped = text[other_start:other_end] + text[end:other_start] + text[start:end]
    return Edit(Span(start, other_end), swapped)
