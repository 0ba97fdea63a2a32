"""Longest common subsequences of numbered symbols, by one of two algorithms.

By bit vectors (`bit_pairs`), which is fast if many symbols repeat. A row of the table of lengths is
one integer whose zero bits are the columns at which the length grows. H. Hyyrö: Bit-parallel
LCS-length computation revisited. AWOCA 2004. Every √n-th row is kept and the others are computed
again, block by block, on the way back, so memory is O(m·√n) bits and time twice that of the length
alone.

By matching pairs (`sparse_pairs`), which is fast if few symbols repeat. J. W. Hunt, T. G.
Szymanski: A fast algorithm for computing longest common subsequences. Communications of the ACM
20(5), 1977. Time is O((r + n) log n) for r matching pairs.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from math import isqrt
from typing import TypeAlias

from plancore.stop import Checkpoint, watched

_MASK_BUDGET = 32 << 20
"""The size in bytes up to which the masks of all symbols are kept."""

_RARE = 24
"""Above the budget, masks of symbols with at most this many occurrences are made when needed."""

_ROWS_PER_CHECKPOINT = 64


def bit_pairs(
    rows: Sequence[int], columns: Sequence[int], checkpoint: Checkpoint
) -> list[tuple[int, int]]:
    """The matched index pairs of a longest common subsequence, in order."""
    masks = _Masks(columns)
    step = isqrt(len(rows)) + 1
    starts = _block_starts(rows, len(columns), masks, step, checkpoint)
    pairs: list[tuple[int, int]] = []
    width = len(columns)
    for block in range(len(starts) - 1, -1, -1):
        checkpoint()
        first = block * step
        below = (1 << width) - 1
        vectors = [starts[block] & below]
        for symbol in rows[first : first + step]:
            vectors.append(_next(vectors[-1], masks[symbol], below))
        width = _walk_back(vectors, first, width, pairs)
        if not width:
            break
    pairs.reverse()
    return pairs


def bit_length(rows: Sequence[int], columns: Sequence[int], checkpoint: Checkpoint) -> int:
    """The length of a longest common subsequence."""
    masks = _Masks(columns)
    every = (1 << len(columns)) - 1
    vector = every
    for index, symbol in enumerate(rows):
        if index % _ROWS_PER_CHECKPOINT == 0:
            checkpoint(index)
        vector = _next(vector, masks[symbol], every)
    return (vector ^ every).bit_count()


def _next(vector: int, mask: int, every: int) -> int:
    """The next row after `vector`, for a symbol in the columns of `mask`."""
    matched = vector & mask
    return ((vector + matched) | (vector ^ matched)) & every


def _block_starts(
    rows: Sequence[int], width: int, masks: _Masks, step: int, checkpoint: Checkpoint
) -> list[int]:
    """Every `step`-th row of the table, beginning with the row before the first symbol."""
    every = (1 << width) - 1
    vector = every
    starts = []
    for index, symbol in enumerate(rows):
        if index % step == 0:
            starts.append(vector)
        if index % _ROWS_PER_CHECKPOINT == 0:
            checkpoint(index)
        vector = _next(vector, masks[symbol], every)
    return starts


def _walk_back(vectors: list[int], first: int, width: int, pairs: list[tuple[int, int]]) -> int:
    """Append the pairs of one block, the last first; return the number of columns that are left."""
    below = (1 << width) - 1
    for index in range(len(vectors) - 1, 0, -1):
        grows = ~vectors[index] & below
        if not grows:
            return 0
        column = grows.bit_length() - 1
        if (vectors[index - 1] >> column) & 1:
            pairs.append((first + index - 1, column))
            width = column
            below = (1 << width) - 1
    return width


class _Masks:
    """The columns of each symbol as bits."""

    def __init__(self, columns: Sequence[int]) -> None:
        self._size = (len(columns) + 7) // 8
        self._places: dict[int, list[int]] = {}
        for index, symbol in enumerate(columns):
            self._places.setdefault(symbol, []).append(index)
        self._keep_all = self._size * len(self._places) <= _MASK_BUDGET
        self._kept: dict[int, int] = {}

    def __getitem__(self, symbol: int) -> int:
        mask = self._kept.get(symbol)
        if mask is None:
            places = self._places.get(symbol, ())
            mask = self._made(places)
            if self._keep_all or len(places) > _RARE:
                self._kept[symbol] = mask
        return mask

    def _made(self, places: Sequence[int]) -> int:
        bits = bytearray(self._size)
        for place in places:
            bits[place >> 3] |= 1 << (place & 7)
        return int.from_bytes(bits, "little")


_Node: TypeAlias = "tuple[int, int, _Node | None]"
_Matches: TypeAlias = Iterator[tuple[int, Sequence[int]]]

_LCS_SPARSE_ROWS_PER_CHECKPOINT = 256

_REPEATED = 4
"""If symbols occur this often on average, it pays to search near the diagonal first."""

_NEAR = 500
"""The maximum distance from the diagonal in that search."""


def sparse_pairs(
    left: Sequence[int], right: Sequence[int], checkpoint: Checkpoint
) -> list[tuple[int, int]]:
    """The matched index pairs of a longest common subsequence, in order."""
    ends: list[int] = []  # ends[k]: the first column in which k + 1 common symbols can end
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
    """For each row the columns with the same symbol, the last one first. If symbols repeat often,
    matches too far off the diagonal to be in any longest common subsequence are left out: one of at
    least `least` symbols leaves at most `len(left) - least` rows and `len(right) - least` columns
    unmatched, and each shifts later matches by one. The result is the same."""
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
        if row % _LCS_SPARSE_ROWS_PER_CHECKPOINT == 0:
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
