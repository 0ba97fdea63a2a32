"""The canonical one among the alignments that match the same number of symbols.

In `a a b` against `a b` either `a` may be the one without a partner. A gap is slid so that it
merges with another gap of its side where it can; then so that it meets a gap of the other
side; else as far to the front as it goes. What both sides begin with stays matched: where they
part is where the first symbols differ. The idea is that of git's `xdl_change_compact`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from plancore.stop import NEVER, Checkpoint

UNMATCHED = -1
_GAPS_PER_CHECKPOINT = 1024


def settle_gaps(
    left: Sequence[int],
    right: Sequence[int],
    partner: list[int],
    back: list[int],
    checkpoint: Checkpoint = NEVER,
) -> None:
    """Slide the gaps of both sides to their canonical places.

    `partner[i]` is the index in `right` that is matched with `left[i]`, `back` the same the
    other way round; both end with one more entry, the length of the other side.
    """
    first = _matched_first(partner)
    _settle_side(left, partner, back, first, checkpoint)
    _settle_side(right, back, partner, first, checkpoint)


def _matched_first(partner: Sequence[int]) -> int:
    """How many symbols both sides begin with."""
    return next(at for at, other in enumerate(chain(partner, (UNMATCHED,))) if other != at)


def _settle_side(
    symbols: Sequence[int],
    partner: list[int],
    back: list[int],
    first: int,
    checkpoint: Checkpoint,
) -> None:
    start = seen = 0
    count = len(symbols)
    while True:
        try:
            start = partner.index(UNMATCHED, start)
        except ValueError:
            return
        seen += 1
        if not seen % _GAPS_PER_CHECKPOINT:
            checkpoint(start)
        end = start + 1
        while partner[end] == UNMATCHED:
            end += 1
        last = symbols[end - 1]
        movable = (start > first and symbols[start - 1] == last) or (
            end < count and symbols[end] == symbols[start]
        )
        if movable:
            end = _settle(symbols, partner, back, first, start, end)
        start = end


def _settle(
    symbols: Sequence[int], partner: list[int], back: list[int], first: int, start: int, end: int
) -> int:
    """Slide the gap from `start` to `end`, not above `first`; returns where it ends then."""
    count = len(symbols)
    while True:
        size = end - start
        while start > first and symbols[start - 1] == symbols[end - 1]:
            start, end = _up(partner, back, start, end)
        met = UNMATCHED
        if _meets(partner, start, end):
            met = end
        while end < count and symbols[start] == symbols[end]:
            start, end = _down(partner, back, start, end)
            if _meets(partner, start, end):
                met = end
        if end - start == size:
            break
    while start > first and symbols[start - 1] == symbols[end - 1] and end != met:
        start, end = _up(partner, back, start, end)
    return end


def _up(partner: list[int], back: list[int], start: int, end: int) -> tuple[int, int]:
    start, end = start - 1, end - 1
    partner[end], partner[start] = partner[start], UNMATCHED
    back[partner[end]] = end
    while start and partner[start - 1] == UNMATCHED:
        start -= 1
    return start, end


def _down(partner: list[int], back: list[int], start: int, end: int) -> tuple[int, int]:
    partner[start], partner[end] = partner[end], UNMATCHED
    back[partner[start]] = start
    start, end = start + 1, end + 1
    while partner[end] == UNMATCHED:
        end += 1
    return start, end


def _meets(partner: list[int], start: int, end: int) -> bool:
    """Whether the other side has a gap at the same place."""
    before = partner[start - 1] if start else -1
    return partner[end] - before > 1
