"""Which argument of one predicate stands for which of another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from plancore.align.assignment import Scores, assign
from plancore.correspondence.pairs import Arguments

Votes = dict[tuple[int, int], float]
"""What speaks for each pair of positions; the best has 1."""

LEFT_OUT: Final = 0.85
"""The price of an argument that the other side leaves implicit, as a factor."""
BOTH_WAYS: Final = 0.5
"""That both sides leave out arguments of their own is rare among names that mean the same."""

_LEAST: Final = 0.1
_NEARLY: Final = 0.5
"""The share of the best votes with which things of the same name keep their places."""


def argument_map(
    votes: Mapping[tuple[int, int], float],
    n_ours: int,
    n_theirs: int,
    *,
    same_name: bool = False,
) -> Arguments:
    """The assignment of the greatest total of votes; in place, where names and numbers agree."""
    scores = {
        (ours, theirs): share
        for (ours, theirs), share in votes.items()
        if ours < n_ours and theirs < n_theirs and share >= _LEAST
    }
    chosen = assign(scores)
    if same_name and n_ours == n_theirs:
        chosen = in_place(scores, chosen)
    return tuple(chosen.get(position) for position in range(n_ours))


def in_place(scores: Scores, chosen: dict[int, int]) -> dict[int, int]:
    """Each for the one at its place, unless `chosen` is clearly better."""
    same = {position: position for position in chosen if (position, position) in scores}
    if len(same) < len(chosen):
        return chosen
    total, in_order = (sum(scores[places] for places in way.items()) for way in (chosen, same))
    return same if in_order >= _NEARLY * total else chosen


def stretch(n_ours: int, n_theirs: int, n_mapped: int) -> float:
    """The price of arguments without a counterpart, as a factor in 0..1."""
    dropped, added = n_ours - n_mapped, n_theirs - n_mapped
    price = LEFT_OUT ** (dropped + added)
    return float(price * BOTH_WAYS if dropped and added else price)


def normalised(votes: Votes) -> Votes:
    """The votes with 1 for the best."""
    best = max(votes.values(), default=0.0)
    return {places: share / best for places, share in votes.items()} if best else votes
