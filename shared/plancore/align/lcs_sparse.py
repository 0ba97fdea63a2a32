"""Longest common subsequences by their matches: fast where few symbols repeat.

J. W. Hunt, T. G. Szymanski: A fast algorithm for computing longest common subsequences.
Communications of the ACM 20(5), 1977. Time is O((r + n) log n) for r matching pairs.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import TypeAlias

from plancore.stop import Checkpoint

_Node: TypeAlias = "tuple[int, int, _Node | None]"

_ROWS_PER_CHECKPOINT = 256


def sparse_pairs(
    left: Sequence[int], right: Sequence[int], checkpoint: Checkpoint
) -> list[tuple[int, int]]:
    """The matched index pairs of a longest common subsequence, in order."""
    places = _descending_places(right)
    ends: list[int] = []  # ends[k]: where a common subsequence of k + 1 symbols can end first
    links: list[_Node] = []
    for row, symbol in enumerate(left):
        if row % _ROWS_PER_CHECKPOINT == 0:
            checkpoint()
        for column in places.get(symbol, ()):
            if not ends or column > ends[-1]:
                links.append((row, column, links[-1] if links else None))
                ends.append(column)
                continue
            rank = bisect_left(ends, column)
            if ends[rank] != column:
                ends[rank] = column
                links[rank] = (row, column, links[rank - 1] if rank else None)
    return _chain(links[-1] if links else None)


def sparse_length(left: Sequence[int], right: Sequence[int], checkpoint: Checkpoint) -> int:
    """The length of a longest common subsequence."""
    places = _descending_places(right)
    ends: list[int] = []
    for row, symbol in enumerate(left):
        if row % _ROWS_PER_CHECKPOINT == 0:
            checkpoint()
        for column in places.get(symbol, ()):
            if not ends or column > ends[-1]:
                ends.append(column)
            else:
                ends[bisect_left(ends, column)] = column
    return len(ends)


def _descending_places(symbols: Sequence[int]) -> dict[int, list[int]]:
    places: dict[int, list[int]] = {}
    for index in range(len(symbols) - 1, -1, -1):
        places.setdefault(symbols[index], []).append(index)
    return places


def _chain(node: _Node | None) -> list[tuple[int, int]]:
    pairs = []
    while node is not None:
        row, column, node = node
        pairs.append((row, column))
    pairs.reverse()
    return pairs
