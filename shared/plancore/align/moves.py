"""Steps that stand on both sides but could not be aligned: they have moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from plancore.stop import NEVER, Checkpoint, watched

_Gram: TypeAlias = tuple[int, int, int]
"""A block of at least three steps is looked for before single steps are."""

_CANDIDATES = 8
"""So many places are tried for one block; more only occur in plans that repeat themselves."""


class MovedRun(NamedTuple):
    """`length` symbols from `left` on that stand from `right` on at the other side."""

    left: int
    right: int
    length: int


def find_moves(
    left: Sequence[int],
    right: Sequence[int],
    left_gaps: list[int],
    right_gaps: list[int],
    checkpoint: Checkpoint = NEVER,
) -> list[MovedRun]:
    """Moved blocks, the first found first; then single symbols, where it is clear which moved.

    The gaps are the indices without a partner, ascending. Each is in one run at most.
    """
    free_left, free_right = set(left_gaps), set(right_gaps)
    runs = _blocks(left, right, left_gaps, right_gaps, free_left, free_right, checkpoint)
    checkpoint()
    runs += _singles(left, right, left_gaps, right_gaps, free_left, free_right)
    checkpoint()
    return _joined(sorted(runs))


def _blocks(
    left: Sequence[int],
    right: Sequence[int],
    left_gaps: list[int],
    right_gaps: list[int],
    free_left: set[int],
    free_right: set[int],
    checkpoint: Checkpoint,
) -> list[MovedRun]:
    left_grams = _grams(left, left_gaps, checkpoint)
    right_grams = _grams(right, right_gaps, checkpoint)
    common = set(left_grams.values()).intersection(right_grams.values())
    places: dict[_Gram, list[int]] = {}
    for index, gram in right_grams.items():
        if gram in common:
            places.setdefault(gram, []).append(index)
    runs: list[MovedRun] = []
    for index, gram in watched(left_grams.items(), checkpoint):
        if gram not in common or not _gram_is_free(index, free_left):
            continue
        best: MovedRun | None = None
        for place in places[gram][:_CANDIDATES]:
            length = _common_length(left, right, index, place, free_left, free_right)
            if length >= 3 and (best is None or length > best.length):
                best = MovedRun(index, place, length)
        if best:
            runs.append(best)
            free_left.difference_update(range(best.left, best.left + best.length))
            free_right.difference_update(range(best.right, best.right + best.length))
    return runs


def _grams(symbols: Sequence[int], gaps: list[int], checkpoint: Checkpoint) -> dict[int, _Gram]:
    """The three symbols from each place on where all three are without a partner."""
    return {
        index: (symbols[index], symbols[index + 1], symbols[index + 2])
        for index, last in watched(zip(gaps, gaps[2:], strict=False), checkpoint)
        if last - index == 2
    }


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
    places = [(symbols[index], index) for index in gaps if index in free]
    single = dict(places)
    if len(single) < len(places):
        counts = Counter([symbol for symbol, _ in places])
        single = {symbol: index for symbol, index in places if counts[symbol] == 1}
    return single


def _joined(runs: list[MovedRun]) -> list[MovedRun]:
    """Runs that go on from one another made one."""
    joined: list[MovedRun] = []
    left_end = right_end = -1
    for run in runs:
        left, right, length = run
        if left == left_end and right == right_end:
            last = joined[-1]
            joined[-1] = last._replace(length=last.length + length)
        else:
            joined.append(run)
        left_end, right_end = left + length, right + length
    return joined
