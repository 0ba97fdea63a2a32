"""Which names of two large models are worth comparing closely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from heapq import nlargest
from typing import Final

from plancore.correspondence.pairs import Pair
from plancore.correspondence.words import Vocabulary

ALL_UP_TO: Final = 2_500
"""As many pairs are all looked at."""
NEAREST: Final = 12
"""Of more, so many for each name: those most alike by name and by what they are made of."""


def candidate_pairs(
    mine: Mapping[str, Iterable[Hashable]],
    yours: Mapping[str, Iterable[Hashable]],
    names: Vocabulary,
    known: Iterable[Pair],
) -> dict[Pair, float]:
    """The pairs to look at, with the likeness of their profiles (Dice of multisets), in 0..1.

    A profile is a bag of whatever a name is made of: roles, numbers of arguments.
    """
    ours = {name: Counter(profile) for name, profile in mine.items()}
    theirs = {name: Counter(profile) for name, profile in yours.items()}
    if len(ours) * len(theirs) <= ALL_UP_TO:
        return {(a, b): _dice(ours[a], theirs[b]) for a in ours for b in theirs}
    scores = {
        (a, b): names.likeness(a, b) + _dice(ours[a], theirs[b]) for a in ours for b in theirs
    }
    kept = {pair for pair in known if pair in scores}
    for a in ours:
        kept.update(nlargest(NEAREST, ((a, b) for b in theirs), key=scores.__getitem__))
    for b in theirs:
        kept.update(nlargest(NEAREST, ((a, b) for a in ours), key=scores.__getitem__))
    return {(a, b): _dice(ours[a], theirs[b]) for a, b in sorted(kept)}


def _dice(one: Counter[Hashable], other: Counter[Hashable]) -> float:
    """2 |A ∩ B| / (|A| + |B|); little for two empty ones: nothing speaks against them."""
    size = one.total() + other.total()
    if not size:
        return 0.3
    if len(one) > len(other):
        one, other = other, one
    return 2 * sum(min(count, other[key]) for key, count in one.items()) / size
