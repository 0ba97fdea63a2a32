"""Scores of pairs: their sums, and who belongs to whom by them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from plancore.align.assignment import assign
from plancore.correspondence.pairs import Pair


def together(one: float, other: float) -> float:
    """Two pieces of evidence, each in 0..1, as noisy or."""
    return 1 - (1 - one) * (1 - other)


def best_of(scores: Mapping[Pair, float], side: int) -> Mapping[str, float]:
    """For each name of a side, 0 for ours, its best score."""
    best: dict[str, float] = {}
    for pair, score in scores.items():
        best[pair[side]] = max(best.get(pair[side], 0.0), score)
    return best


LEAST_OF_ACTIONS: Final = 0.4
LEAST_OF_SYMBOLS: Final = 0.4
LEAST_OF_TYPES: Final = 0.5
"""What is less alike is not paired."""


def one_to_one(
    scores: Mapping[Pair, float], least: float, known: Collection[Pair] = ()
) -> dict[Pair, float]:
    """The pairs with the greatest sum of squares, each name in one of them at most.

    Squares let one good pair outweigh two halfway ones. Names of `known` pairs have no other.
    """
    taken = {a for a, _ in known}, {b for _, b in known}
    scores = {
        (a, b): score
        for (a, b), score in scores.items()
        if (a, b) in known or (a not in taken[0] and b not in taken[1])
    }
    ours = _numbered(a for a, _ in scores)
    theirs = _numbered(b for _, b in scores)
    mine, yours = list(ours), list(theirs)
    table = {(ours[a], theirs[b]): score**2 for (a, b), score in scores.items() if score >= least}
    pairs = ((mine[i], yours[j]) for i, j in assign(table).items())
    return {pair: scores[pair] for pair in pairs}


def _numbered(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(dict.fromkeys(names))}
