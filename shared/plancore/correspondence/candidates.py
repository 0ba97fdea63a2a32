"""Which names of two large models are worth comparing closely."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from heapq import nlargest
from typing import Final

from plancore.correspondence.pairs import Pair
from plancore.correspondence.profiles import Profile, alike
from plancore.correspondence.words import Vocabulary

ALL_UP_TO: Final = 2_500
"""As many pairs are all looked at."""
NEAREST: Final = 12
"""Of more, so many for each name: those most alike by name and by what they are made of."""


def candidate_pairs(
    mine: Mapping[str, Profile],
    yours: Mapping[str, Profile],
    names: Vocabulary,
    known: Iterable[Pair],
) -> dict[Pair, float]:
    """The pairs to look at, with the likeness of their profiles, in 0..1."""
    scores = {(a, b): alike(one, other) for a, one in mine.items() for b, other in yours.items()}
    if len(scores) <= ALL_UP_TO:
        return scores
    both = {pair: score + names.likeness(*pair) for pair, score in scores.items()}
    kept = {pair for pair in known if pair in scores}
    for a in mine:
        kept.update(nlargest(NEAREST, ((a, b) for b in yours), key=both.__getitem__))
    for b in yours:
        kept.update(nlargest(NEAREST, ((a, b) for a in mine), key=both.__getitem__))
    return {pair: scores[pair] for pair in sorted(kept)}
