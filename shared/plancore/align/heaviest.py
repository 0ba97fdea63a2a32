"""The alignment of two sequences that weighs most, by dynamic programming over all pairs."""

from __future__ import annotations

from collections.abc import Sequence


def heaviest_pairs(weights: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """The pairs of indices, ascending on both sides, whose weights have the greatest sum.

    `weights[i][j]`, from 0, is what element `i` of one sequence and `j` of the other are worth as a
    pair; 0 is no pair. Of several best alignments the one that pairs earliest. Time and memory are
    proportional to the number of weights.
    """
    rows, columns = len(weights), len(weights[0]) if weights else 0
    total: list[list[float]] = [[0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows - 1, -1, -1):
        row, below, weights_here = total[i], total[i + 1], weights[i]
        for j in range(columns - 1, -1, -1):
            weight = weights_here[j]
            paired = weight + below[j + 1] if weight else 0
            row[j] = max(paired, below[j], row[j + 1])
    pairs = []
    i = j = 0
    while i < rows and j < columns:
        weight = weights[i][j]
        if weight and total[i][j] == weight + total[i + 1][j + 1]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif total[i][j] == total[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs
