"""The actions that two plans share, as sets and as multisets."""

from __future__ import annotations

from collections import Counter
from itertools import repeat

from plancore.model.plan import StepKey


def shared_actions(ours: Counter[StepKey], theirs: Counter[StepKey]) -> int:
    """`|A ∩ B|` of two sets: the actions that occur in both."""
    return sum(map(theirs.__contains__, ours))


def shared_occurrences(ours: Counter[StepKey], theirs: Counter[StepKey]) -> int:
    """`|A ∩ B|` of two multisets: of each action the lesser count."""
    return sum(map(min, ours.values(), map(theirs.get, ours, repeat(0))))
