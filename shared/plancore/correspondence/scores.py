"""Small sums over the likeness of pairs."""

from __future__ import annotations

from collections.abc import Mapping

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
