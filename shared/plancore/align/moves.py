"""Steps that stand on both sides but could not be aligned: they have moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

_GRAM = 3
"""A block of at least this many steps is looked for before single steps are."""

_CANDIDATES = 8
"""So many places are tried for one block; more only occur in plans that repeat themselves."""


class MovedRun(NamedTuple):
    """`length` symbols from `left` on that stand from `right` on at the other side."""

    left: int
    right: int
    length: int


def find_moves(
    left: Sequence[int], right: Sequence[int], left_gaps: list[int], right_gaps: list[int]
) -> list[MovedRun]:
    """Moved blocks, the first found first; then single symbols, where it is clear which moved.

    The gaps are the indices without a partner, ascending. Each is in one run at most.
    """
    free_left, free_right = set(left_gaps), set(right_gaps)
    runs = _blocks(left, right, left_gaps, right_gaps, free_left, free_right)
    runs += _singles(left, right, left_gaps, right_gaps, free_left, free_right)
    return _joined(sorted(runs))


def _blocks(
    left: Sequence[int],
    right: Sequence[int],
    left_gaps: list[int],
    right_gaps: list[int],
    free_left: set[int],
    free_right: set[int],
) -> list[MovedRun]:
    places: dict[tuple[int, ...], list[int]] = {}
    for index, _, end in zip(right_gaps, right_gaps[1:], right_gaps[2:], strict=False):
        if end - index == _GRAM - 1:
            places.setdefault(tuple(right[index : index + _GRAM]), []).append(index)
    runs = []
    for index in left_gaps:
        candidates = places.get(tuple(left[index : index + _GRAM]))
        if candidates is None or not _gram_is_free(index, free_left):
            continue
        best: MovedRun | None = None
        for place in candidates[:_CANDIDATES]:
            length = _common_length(left, right, index, place, free_left, free_right)
            if length >= _GRAM and (best is None or length > best.length):
                best = MovedRun(index, place, length)
        if best:
            runs.append(best)
            free_left.difference_update(range(best.left, best.left + best.length))
            free_right.difference_update(range(best.right, best.right + best.length))
    return runs


def _gram_is_free(index: int, free: set[int]) -> bool:
    return index in free and index + 1 in free and index + 2 in free


def _common_length(
    left: Sequence[int],
    right: Sequence[int],
    start: int,
    place: int,
    free_left: set[int],
    free_right: set[int],
) -> int:
    length = 0
    while (
        start + length in free_left
        and place + length in free_right
        and left[start + length] == right[place + length]
    ):
        length += 1
    return length


def _singles(
    left: Sequence[int],
    right: Sequence[int],
    left_gaps: list[int],
    right_gaps: list[int],
    free_left: set[int],
    free_right: set[int],
) -> list[MovedRun]:
    """Symbols that are left over once on each side; of more, nobody can say which went where."""
    right_places = _places_of_single(right, right_gaps, free_right)
    return [
        MovedRun(place, right_places[symbol], 1)
        for symbol, place in _places_of_single(left, left_gaps, free_left).items()
        if symbol in right_places
    ]


def _places_of_single(symbols: Sequence[int], gaps: list[int], free: set[int]) -> dict[int, int]:
    rest = [index for index in gaps if index in free]
    counts = Counter([symbols[index] for index in rest])
    return {symbols[index]: index for index in rest if counts[symbols[index]] == 1}


def _joined(runs: list[MovedRun]) -> list[MovedRun]:
    """Runs that go on from one another made one."""
    joined: list[MovedRun] = []
    for run in runs:
        last = joined[-1] if joined else None
        if last and last.left + last.length == run.left and last.right + last.length == run.right:
            joined[-1] = last._replace(length=last.length + run.length)
        else:
            joined.append(run)
    return joined
