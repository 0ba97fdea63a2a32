"""Refinement of an alignment by identical pairs, and moved blocks in its gaps.

An alignment pairs equal symbols. Equal symbols may also be identical in a finer sense, such as
actions at the same time. A pair that is not identical may have an unmatched symbol nearby that
would make it so. Nothing else is matched between the previous and the next pair, so any pair from
there can replace it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from plancore.align.sequences import UNMATCHED, SequenceAlignment, in_blocks
from plancore.stop import NEVER, Checkpoint, watched

_Pair: TypeAlias = tuple[int, int]
_Places: TypeAlias = Mapping[int, Sequence[int]]
_LOOKS: Final = 4
"""The number of tries per symbol to find two unmatched symbols that are identical."""


def with_same_preferred(
    alignment: SequenceAlignment,
    left: Sequence[int],
    right: Sequence[int],
    checkpoint: Checkpoint = NEVER,
) -> SequenceAlignment:
    """Exchange pairs until no pair that is not identical can be replaced by an identical one.

    `left` and `right` have a number for each symbol; equal numbers mean identical, and so equal,
    symbols. Takes O(n log n): identical pairs stay, so there are at most as many exchanges as
    pairs, and in wide gaps the search stops after a limited number of tries.
    """
    if len(alignment.blocks) == 1 and alignment.matched == len(left) == len(right):
        return alignment
    exchange = _Exchange(alignment, left, right, checkpoint)
    if not exchange.run():
        return alignment
    partner = [UNMATCHED] * len(left) + [len(right)]
    for i, j in exchange.pairs:
        partner[i] = j
    return in_blocks(partner, len(left), len(right), alignment.exact, checkpoint)


class _Exchange:
    """The pairs, and the positions of each number on either side."""

    def __init__(
        self,
        alignment: SequenceAlignment,
        left: Sequence[int],
        right: Sequence[int],
        checkpoint: Checkpoint,
    ) -> None:
        self._left, self._right = left, right
        self._checkpoint = checkpoint
        self.pairs = list(watched(alignment.pairs(), checkpoint))
        self._ends = (-1, -1), (len(left), len(right))
        self._in_left = _places(left, checkpoint)
        self._in_right = _places(right, checkpoint)
        self._looks = _LOOKS * (len(left) + len(right))

    def run(self) -> bool:
        """Exchange all pairs that can be; return whether there were any."""
        waiting = list(reversed(range(len(self.pairs))))
        was_exchanged = False
        count = 0
        while waiting:
            at = waiting.pop()
            count += 1
            if not count % 1024:
                self._checkpoint(count)
            better = self._better(at)
            if better is None:
                continue
            self.pairs[at] = better
            was_exchanged = True
            # Its neighbours may have more room now.
            waiting += (k for k in (at + 1, at - 1) if 0 <= k < len(self.pairs))
        return was_exchanged

    def _better(self, at: int) -> _Pair | None:
        """An identical pair in place of one that is not; None if there is none."""
        i, j = self.pairs[at]
        if self._left[i] == self._right[j]:
            return None
        before = self.pairs[at - 1] if at else self._ends[0]
        after = self.pairs[at + 1] if at + 1 < len(self.pairs) else self._ends[1]
        other = _between(self._in_left, self._right[j], before[0], after[0])
        if other is not None:
            return other, j
        other = _between(self._in_right, self._left[i], before[1], after[1])
        if other is not None:
            return i, other
        return next(self._same_beside(before, after), None)

    def _same_beside(self, before: _Pair, after: _Pair) -> Iterator[_Pair]:
        """Yield identical pairs of unmatched symbols near it, at the cost of the shorter side."""
        lefts, rights = (range(b + 1, a) for b, a in zip(before, after, strict=True))
        if len(lefts) < 2 or len(rights) < 2:
            return
        self._looks -= min(len(lefts), len(rights))
        if self._looks < 0:
            return
        if len(lefts) <= len(rights):
            for i in lefts:
                theirs = _between(self._in_right, self._left[i], before[1], after[1])
                if theirs is not None:
                    yield i, theirs
        else:
            for j in rights:
                ours = _between(self._in_left, self._right[j], before[0], after[0])
                if ours is not None:
                    yield ours, j


def _places(numbers: Sequence[int], checkpoint: Checkpoint) -> dict[int, list[int]]:
    """The positions of each number, ascending."""
    places: dict[int, list[int]] = {}
    for index, number in enumerate(watched(numbers, checkpoint)):
        places.setdefault(number, []).append(index)
    return places


def _between(places: _Places, number: int, low: int, high: int) -> int | None:
    """The first position of a number after `low` and before `high`."""
    of_number = places.get(number, ())
    at = bisect_right(of_number, low)
    return of_number[at] if at < len(of_number) and of_number[at] < high else None


# Moved steps: on both sides, but not aligned.

_Gram: TypeAlias = tuple[int, int, int]
"""Blocks of at least three steps are searched before single steps."""

_CANDIDATES = 8
"""The number of positions tried for one block; more occur only in repetitive plans."""


class MovedRun(NamedTuple):
    """`length` symbols from index `left` that are at index `right` on the other side."""

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
    """Find moved blocks, then single symbols that can only have moved from one position to another.
    The gaps are the unmatched indices, ascending. Each is in at most one run; runs are sorted."""
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
    """The three consecutive unmatched symbols from each index."""
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
    """Symbols that are unmatched once on each side; with more, the moves would be ambiguous."""
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
