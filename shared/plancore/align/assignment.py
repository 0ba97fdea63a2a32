"""One-to-one assignment with the greatest total score.

The shortest augmenting path method (Kuhn 1955, Munkres 1957, in the O(n³) form with potentials).
Pairs without a score do not exist, so the problem splits into small independent components.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LARGEST: Final = 250
"""Components with more members on a side are assigned greedily: n³ steps would take too long."""

Scores = Mapping[tuple[int, int], float]


def assign(scores: Scores) -> dict[int, int]:
    """For each left index its right index; both appear at most once. `scores` has the possible
    pairs, each with a positive score. The total is maximal, except in components larger than
    `LARGEST`. The result does not depend on the order of `scores`."""
    result = _undisputed(scores)
    if result is not None:
        return result
    result = {}
    for lefts, rights in _pieces(scores):
        if max(len(lefts), len(rights)) > LARGEST:
            result.update(_greedy(scores, lefts, rights))
        else:
            result.update(_optimal(scores, lefts, rights))
    return result


def _undisputed(scores: Scores) -> dict[int, int] | None:
    """The best right index of each left index if these are distinct: no total can be greater. None
    if two left indices share their best, or one has two equally good ones."""
    best: dict[int, tuple[float, int]] = {}
    tied: set[int] = set()
    for (left, right), score in scores.items():
        known = best.get(left)
        if known is None or score > known[0]:
            best[left] = score, right
            tied.discard(left)
        elif score == known[0]:
            tied.add(left)
    if tied or len({right for _, right in best.values()}) < len(best):
        return None
    return {left: best[left][1] for left in sorted(best)}


def _pieces(scores: Scores) -> list[tuple[list[int], list[int]]]:
    """The connected components of the graph whose edges are the pairs."""
    of_left: dict[int, list[int]] = {}
    of_right: dict[int, list[int]] = {}
    for left, right in sorted(scores):
        of_left.setdefault(left, []).append(right)
        of_right.setdefault(right, []).append(left)
    pieces = []
    seen: set[int] = set()
    for start in of_left:
        if start in seen:
            continue
        seen.add(start)
        lefts, rights, stack = [], set(), [start]
        while stack:
            left = stack.pop()
            lefts.append(left)
            for right in of_left[left]:
                if right not in rights:
                    rights.add(right)
                    fresh = [neighbour for neighbour in of_right[right] if neighbour not in seen]
                    seen.update(fresh)
                    stack += fresh
        pieces.append((sorted(lefts), sorted(rights)))
    return pieces


def _greedy(scores: Scores, lefts: list[int], rights: list[int]) -> dict[int, int]:
    inside = set(lefts)
    free = set(rights)
    result: dict[int, int] = {}
    for (left, right), _ in sorted(scores.items(), key=lambda item: (-item[1], item[0])):
        if left in inside and left not in result and right in free:
            result[left] = right
            free.discard(right)
    return result


def _optimal(scores: Scores, lefts: list[int], rights: list[int]) -> dict[int, int]:
    if len(lefts) > len(rights):
        turned = {(right, left): score for (left, right), score in scores.items()}
        return {left: right for right, left in _optimal(turned, rights, lefts).items()}
    costs = [[-scores.get((left, right), 0.0) for right in rights] for left in lefts]
    columns = _cheapest_columns(costs)
    return {
        lefts[row]: rights[column]
        for row, column in enumerate(columns)
        if (lefts[row], rights[column]) in scores
    }


def _cheapest_columns(costs: list[list[float]]) -> list[int]:
    """For each row its column in an assignment of minimum cost; there are at least as many."""
    n_rows, n_columns = len(costs), len(costs[0])
    row_price = [0.0] * (n_rows + 1)
    column_price = [0.0] * (n_columns + 1)
    row_of = [0] * (n_columns + 1)
    for row in range(1, n_rows + 1):
        row_of[0] = row
        column = 0
        slack = [float("inf")] * (n_columns + 1)
        previous = [0] * (n_columns + 1)
        open_columns = list(range(1, n_columns + 1))
        done = [0]
        while row_of[column]:
            current = row_of[column]
            line, price = costs[current - 1], row_price[current]
            nearest, best = 0, float("inf")
            for candidate in open_columns:
                reduced = line[candidate - 1] - price - column_price[candidate]
                if reduced < slack[candidate]:
                    slack[candidate] = reduced
                    previous[candidate] = column
                if slack[candidate] < best:
                    nearest, best = candidate, slack[candidate]
            for settled in done:
                row_price[row_of[settled]] += best
                column_price[settled] -= best
            for candidate in open_columns:
                slack[candidate] -= best
            column = nearest
            open_columns.remove(column)
            done.append(column)
        while column:
            row_of[column] = row_of[previous[column]]
            column = previous[column]
    columns = [0] * n_rows
    for column in range(1, n_columns + 1):
        if row_of[column]:
            columns[row_of[column] - 1] = column - 1
    return columns
