"""Longest common subsequences by their matches: fast where few symbols repeat.

J. W. Hunt, T. G. Szymanski: A fast algorithm for computing longest common subsequences.
Communications of the ACM 20(5), 1977. Time is O((r + n) log n) for r matching pairs.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from plancore.stop import Checkpoint, watched

_Node: TypeAlias = "tuple[int, int, _Node | None]"
_Matches: TypeAlias = Iterator[tuple[int, Sequence[int]]]

_ROWS_PER_CHECKPOINT = 256

_REPEATED = 4
"""From so many places of a symbol on, on average, it pays to look for a common subsequence near the
diagonal first."""

_NEAR = 500
"""So far from the diagonal."""


def sparse_pairs(
    left: Sequence[int], right: Sequence[int], checkpoint: Checkpoint
) -> list[tuple[int, int]]:
    """The matched index pairs of a longest common subsequence, in order."""
    ends: list[int] = []  # ends[k]: where a common subsequence of k + 1 symbols can end first
    links: list[_Node] = []
    for row, columns in _matches(left, right, checkpoint):
        for column in columns:
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
    return _length(_matches(left, right, checkpoint))


def _length(matches: _Matches) -> int:
    ends: list[int] = []
    for _, columns in matches:
        for column in columns:
            if not ends or column > ends[-1]:
                ends.append(column)
            else:
                ends[bisect_left(ends, column)] = column
    return len(ends)


def _matches(left: Sequence[int], right: Sequence[int], checkpoint: Checkpoint) -> _Matches:
    """For each row the columns of the same symbol, the last one first.

    Where symbols repeat much, without matches that are too far off the diagonal to be in any
    longest common subsequence: one of `least` symbols leaves `len(left) - least` rows and
    `len(right) - least` columns without a match, and each shifts later matches by one. The
    subsequence that is found stays the same.
    """
    places: dict[int, list[int]] = {}
    for column, symbol in enumerate(watched(right, checkpoint)):
        places.setdefault(symbol, []).append(column)
    if len(right) < _REPEATED * len(places):
        return _in_band(left, places, -len(left), len(right), checkpoint)
    least = _length(_in_band(left, places, -_NEAR, _NEAR, checkpoint))
    return _in_band(left, places, least - len(left), len(right) - least, checkpoint)


def _in_band(
    left: Sequence[int],
    places: Mapping[int, Sequence[int]],
    first: int,
    last: int,
    checkpoint: Checkpoint,
) -> _Matches:
    """The matches in columns from `row + first` to `row + last`."""
    for row, symbol in enumerate(left):
        if row % _ROWS_PER_CHECKPOINT == 0:
            checkpoint(row)
        columns = places.get(symbol)
        if columns is None:
            continue
        if len(columns) > 1:
            start, end = bisect_left(columns, row + first), bisect_right(columns, row + last)
            columns = columns[start:end][::-1]
        yield row, columns


def _chain(node: _Node | None) -> list[tuple[int, int]]:
    pairs = []
    while node is not None:
        row, column, node = node
        pairs.append((row, column))
    pairs.reverse()
    return pairs
