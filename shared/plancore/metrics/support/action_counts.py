"""How often actions occur in two plans, as multisets."""

from __future__ import annotations

from collections import Counter

from plancore.model.plan import StepKey


def shared_occurrences(ours: Counter[StepKey], theirs: Counter[StepKey]) -> int:
    """`|A ∩ B|` of two multisets: of each action the lesser count."""
    shared = ours.keys() & theirs.keys()
    return sum(map(min, map(ours.__getitem__, shared), map(theirs.__getitem__, shared)))
