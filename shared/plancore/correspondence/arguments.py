"""Which argument of one predicate stands for which of another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from plancore.align.assignment import assign
from plancore.correspondence.pairs import Arguments

Votes = dict[tuple[int, int], float]
"""What speaks for each pair of positions; the best has 1."""

LEFT_OUT: Final = 0.85
"""The price of an argument that the other side leaves implicit, as a factor."""
BOTH_WAYS: Final = 0.5
"""That both sides leave out arguments of their own is rare among names that mean the same."""

_LEAST: Final = 0.1


def argument_map(votes: Mapping[tuple[int, int], float], n_ours: int, n_theirs: int) -> Arguments:
    """The assignment of the greatest total of votes."""
    scores = {
        (ours, theirs): share
        for (ours, theirs), share in votes.items()
        if ours < n_ours and theirs < n_theirs and share >= _LEAST
    }
    chosen = assign(scores)
    return tuple(chosen.get(position) for position in range(n_ours))


def stretch(n_ours: int, n_theirs: int, n_mapped: int) -> float:
    """The price of arguments without a counterpart, as a factor in 0..1."""
    dropped, added = n_ours - n_mapped, n_theirs - n_mapped
    price = LEFT_OUT ** (dropped + added)
    return float(price * BOTH_WAYS if dropped and added else price)


def normalised(votes: Votes) -> Votes:
    """The votes with 1 for the best."""
    best = max(votes.values(), default=0.0)
    return {places: share / best for places, share in votes.items()} if best else votes
