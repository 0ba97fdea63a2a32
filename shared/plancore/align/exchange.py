"""Pairs of an alignment exchanged for better ones: as many are matched, more of them the same.

An alignment pairs what is equal. Where of equal symbols some are the same in a finer sense, such as
actions at the same time, a pair that is not may stand beside a symbol that would be the same as one
of its own, and without a partner. Between the pair before and the pair behind it no other is
matched, so any pair from there may take its place.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from plancore.align.gaps import UNMATCHED
from plancore.align.sequences import SequenceAlignment, in_blocks
from plancore.stop import NEVER, Checkpoint, watched

_Pair: TypeAlias = tuple[int, int]
_Places: TypeAlias = Mapping[int, Sequence[int]]
_LOOKS: Final = 4
"""For each symbol so many are looked at to find two without a partner that are the same."""


def with_same_preferred(
    alignment: SequenceAlignment,
    left: Sequence[int],
    right: Sequence[int],
    checkpoint: Checkpoint = NEVER,
) -> SequenceAlignment:
    """The alignment with pairs exchanged until none that is not the same has one that is between
    its neighbours. `left` and `right` are numbers: equal ones say that symbols are the same, and
    so equal.

    Takes n log n. A pair that is the same stays, so there are no more exchanges than pairs; and in
    wide gaps no more is looked for once every symbol has had its share of looks.
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
    """The pairs, and where each number stands on either side."""

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
        """Exchange what can be exchanged; whether anything was."""
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
            # There may be more room beside it now.
            waiting += (k for k in (at + 1, at - 1) if 0 <= k < len(self.pairs))
        return was_exchanged

    def _better(self, at: int) -> _Pair | None:
        """A pair that is the same in the place of one that is not; None where there is none."""
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
        """The pairs of two symbols that are both beside the pair, on the shorter side's account."""
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
    """Where each number stands, ascending."""
    places: dict[int, list[int]] = {}
    for index, number in enumerate(watched(numbers, checkpoint)):
        places.setdefault(number, []).append(index)
    return places


def _between(places: _Places, number: int, low: int, high: int) -> int | None:
    """The first place of a number behind `low` and before `high`."""
    of_number = places.get(number, ())
    at = bisect_right(of_number, low)
    return of_number[at] if at < len(of_number) and of_number[at] < high else None
