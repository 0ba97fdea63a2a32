"""Exact alignment of two sequences along a longest common subsequence.

The result depends on the two sequences only, not on hashes or the platform, and swapping the
sequences mirrors it. It is the canonical one among the alignments with the same number of matches:
in `a a b` and `a b` either `a` may be unmatched. A gap is slid so that it merges with another gap
of its side if possible; else so that it meets a gap of the other side; else as far to the front as
possible. A common prefix stays matched, so the sequences diverge at the first different symbols.
The idea is that of git's `xdl_change_compact`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise, takewhile
from math import ceil
from operator import eq
from typing import NamedTuple

from plancore.align.lcs import bit_length, bit_pairs, sparse_length, sparse_pairs
from plancore.stop import NEVER, Checkpoint, watched

MAX_CELLS = 20_000_000_000
"""With more pairs of symbols, if many symbols repeat, an alignment is approximate."""


class MatchingBlock(NamedTuple):
    """`length` symbols from index `left` that equal those from index `right`."""

    left: int
    right: int
    length: int


@dataclass(frozen=True, slots=True)
class SequenceAlignment:
    """The matched blocks, in order; no two of them are adjacent on both sides. `exact` is whether
    no alignment matches more; it is false if the sequences were too long."""

    blocks: tuple[MatchingBlock, ...]
    left_length: int
    right_length: int
    exact: bool = True

    @property
    def matched(self) -> int:
        """The number of matched symbols."""
        return sum(block.length for block in self.blocks)

    def pairs(self) -> Iterator[tuple[int, int]]:
        """The matched index pairs, in order."""
        for left, right, length in self.blocks:
            yield from zip(range(left, left + length), range(right, right + length), strict=True)

    def mirrored(self) -> SequenceAlignment:
        """The alignment of the swapped sequences."""
        blocks = tuple(MatchingBlock(right, left, length) for left, right, length in self.blocks)
        return SequenceAlignment(blocks, self.right_length, self.left_length, self.exact)


def align(
    left: Sequence[Hashable],
    right: Sequence[Hashable],
    *,
    checkpoint: Checkpoint = NEVER,
    max_cells: int = MAX_CELLS,
) -> SequenceAlignment:
    """Match as many symbols as possible, in order.

    The symbols must be comparable with each other, or have a `repr` that is the same in every run,
    as strings and tuples of strings have: it breaks ties between the two sides. `checkpoint` is
    called every few milliseconds; it may raise to cancel.
    """
    a, b = interned(left, right, checkpoint)
    if precedes(right, left):
        return align_numbers(b, a, checkpoint=checkpoint, max_cells=max_cells).mirrored()
    return align_numbers(a, b, checkpoint=checkpoint, max_cells=max_cells)


def align_numbers(
    left: Sequence[int],
    right: Sequence[int],
    *,
    checkpoint: Checkpoint = NEVER,
    max_cells: int = MAX_CELLS,
) -> SequenceAlignment:
    """`align` for interned symbols. Their numbers break no ties, so swapping does not mirror it."""
    partner, exact = _partners(left, right, checkpoint, max_cells)
    return in_blocks(partner, len(left), len(right), exact, checkpoint)


def lcs_length(
    left: Sequence[Hashable], right: Sequence[Hashable], *, checkpoint: Checkpoint = NEVER
) -> int:
    """The length of a longest common subsequence: twice as fast as an alignment, and unlimited."""
    core = _core(*interned(left, right, checkpoint), checkpoint)
    a = [core.left[index] for index in core.left_kept]
    b = [core.right[index] for index in core.right_kept]
    if _sparse_is_cheaper(a, b):
        inner = sparse_length(a, b, checkpoint)
    else:
        rows, columns = sorted((a, b), key=len)
        inner = bit_length(rows, columns, checkpoint)
    return core.before + inner + core.after


def precedes(left: Sequence[Hashable], right: Sequence[Hashable]) -> bool:
    """Whether `left` comes first in a total order of sequences. A comparison that has to prefer one
    side prefers the first in this order, so it mirrors if the sides are swapped."""
    for a, b in zip(left, right, strict=False):
        if a != b:
            try:
                return bool(a < b)  # type: ignore[operator]  # not every hashable has an order
            except TypeError:
                return repr(a) < repr(b)
    return len(left) < len(right)


def interned(
    left: Sequence[Hashable], right: Sequence[Hashable], checkpoint: Checkpoint = NEVER
) -> tuple[list[int], list[int]]:
    """Both sequences with each symbol replaced by a small number."""
    numbers: dict[Hashable, int] = {}
    a = [numbers.setdefault(symbol, len(numbers)) for symbol in watched(left, checkpoint)]
    b = [numbers.setdefault(symbol, len(numbers)) for symbol in watched(right, checkpoint)]
    return a, b


class _Core(NamedTuple):
    """Two sequences, reduced to the symbols whose match is not obvious. `before` and `after` are
    the lengths of the common prefix and suffix; the kept indices are those in between whose symbols
    occur on both sides."""

    left: Sequence[int]
    right: Sequence[int]
    before: int
    after: int
    left_kept: list[int]
    right_kept: list[int]


def _core(left: Sequence[int], right: Sequence[int], checkpoint: Checkpoint) -> _Core:
    before = _equal_at_start(left, right)
    after = _equal_at_start(left[before:][::-1], right[before:][::-1])
    left_range = range(before, len(left) - after)
    right_range = range(before, len(right) - after)
    ours = {left[index] for index in watched(left_range, checkpoint)}
    common = ours & {right[index] for index in watched(right_range, checkpoint)}
    return _Core(
        left,
        right,
        before,
        after,
        [index for index in watched(left_range, checkpoint) if left[index] in common],
        [index for index in watched(right_range, checkpoint) if right[index] in common],
    )


def _equal_at_start(left: Sequence[int], right: Sequence[int]) -> int:
    return sum(1 for _ in takewhile(bool, map(eq, left, right)))


def _partners(
    left: Sequence[int], right: Sequence[int], checkpoint: Checkpoint, max_cells: int
) -> tuple[list[int], bool]:
    """For each index of `left` its partner in `right` or UNMATCHED; whether the result is exact."""
    core = _core(left, right, checkpoint)
    a = [left[index] for index in core.left_kept]
    checkpoint()
    b = [right[index] for index in core.right_kept]
    checkpoint()
    partner = [*range(core.before), *[UNMATCHED] * (len(left) - core.before), len(right)]
    shift = len(right) - len(left)
    for index in range(len(left) - core.after, len(left)):
        partner[index] = index + shift
    checkpoint()
    pairs, exact = _pairs(a, b, checkpoint, max_cells)
    for i, j in watched(pairs, checkpoint):
        partner[core.left_kept[i]] = core.right_kept[j]
    back = [UNMATCHED] * len(right) + [len(left)]
    for index, match in enumerate(watched(partner[:-1], checkpoint)):
        if match != UNMATCHED:
            back[match] = index
    settle_gaps(left, right, partner, back, checkpoint)
    return partner, exact


def _pairs(
    left: list[int], right: list[int], checkpoint: Checkpoint, max_cells: int
) -> tuple[list[tuple[int, int]], bool]:
    if _sparse_is_cheaper(left, right):
        return sparse_pairs(left, right, checkpoint), True
    if len(left) * len(right) > max_cells:
        return _approximate_pairs(left, right, checkpoint, max_cells), False
    return _dense_pairs(left, right, checkpoint), True


def _dense_pairs(
    left: Sequence[int], right: Sequence[int], checkpoint: Checkpoint
) -> list[tuple[int, int]]:
    if len(left) <= len(right):
        return bit_pairs(left, right, checkpoint)
    return [(row, column) for column, row in bit_pairs(right, left, checkpoint)]


def _sparse_is_cheaper(left: Sequence[int], right: Sequence[int]) -> bool:
    # Measured: half a microsecond per matching pair, against a row of additions on integers.
    matches = _matches(left, right)
    cells = len(left) * len(right)
    return 0.5 * matches < 1.1e-4 * cells + 2 * min(len(left), len(right))


def _matches(left: Sequence[int], right: Sequence[int]) -> int:
    """The number of pairs of equal symbols."""
    counts = Counter(right)
    return sum(count * counts[symbol] for symbol, count in Counter(left).items())


def _approximate_pairs(
    left: list[int], right: list[int], checkpoint: Checkpoint, max_cells: int
) -> list[tuple[int, int]]:
    """Pairs along the symbols that are unique on both sides, exact between any two of them. If
    there are none and the rest is still too long, it is cut into proportional pieces."""
    pairs: list[tuple[int, int]] = []
    i = j = 0
    for anchor in (*_anchors(left, right, checkpoint), (len(left), len(right))):
        share = max(max_cells * (anchor[0] - i) // len(left), 1)
        for begin, end in _pieces((i, j), anchor, share):
            checkpoint()
            part = _dense_pairs(left[begin[0] : end[0]], right[begin[1] : end[1]], checkpoint)
            pairs += ((begin[0] + row, begin[1] + column) for row, column in part)
        if anchor[0] < len(left):
            pairs.append(anchor)
        i, j = anchor[0] + 1, anchor[1] + 1
    return pairs


def _anchors(
    left: Sequence[int], right: Sequence[int], checkpoint: Checkpoint
) -> list[tuple[int, int]]:
    once = {symbol for symbol, count in Counter(left).items() if count == 1}
    once &= {symbol for symbol, count in Counter(right).items() if count == 1}
    rows = [index for index, symbol in enumerate(left) if symbol in once]
    columns = [index for index, symbol in enumerate(right) if symbol in once]
    anchors = sparse_pairs(
        [left[index] for index in rows], [right[index] for index in columns], checkpoint
    )
    return [(rows[i], columns[j]) for i, j in anchors]


def _pieces(
    begin: tuple[int, int], end: tuple[int, int], max_cells: int
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    rows, columns = end[0] - begin[0], end[1] - begin[1]
    if rows <= 0 or columns <= 0:
        return
    count = min(ceil(rows * columns / max_cells), rows, columns)
    cuts = [
        (begin[0] + rows * part // count, begin[1] + columns * part // count)
        for part in range(count + 1)
    ]
    yield from pairwise(cuts)


def in_blocks(
    partner: list[int], left_length: int, right_length: int, exact: bool, checkpoint: Checkpoint
) -> SequenceAlignment:
    """The alignment that maps each index of `left` to its `partner` in `right` or UNMATCHED; the
    last entry of `partner` is the length of `right`."""
    blocks: list[MatchingBlock] = []
    start = 0
    expected = UNMATCHED
    for index, match in enumerate(watched(partner, checkpoint)):
        if match == expected and match != UNMATCHED and index < left_length:
            expected += 1
            continue
        if expected != UNMATCHED:
            blocks.append(MatchingBlock(start, partner[start], index - start))
        start = index
        expected = match + 1 if match != UNMATCHED else UNMATCHED
    return SequenceAlignment(tuple(blocks), left_length, right_length, exact)


# Alignment with the greatest total weight, by dynamic programming over all pairs.


def heaviest_pairs(weights: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """The pairs of indices, ascending on both sides, whose weights have the greatest sum.

    `weights[i][j]`, at least 0, is the weight of the pair of element `i` of one sequence and `j` of
    the other; 0 is not a pair. Among several best alignments the result is the one that pairs
    earliest. Time and memory are linear in the number of weights.
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


UNMATCHED = -1
_GAPS_PER_CHECKPOINT = 1024


def settle_gaps(
    left: Sequence[int],
    right: Sequence[int],
    partner: list[int],
    back: list[int],
    checkpoint: Checkpoint = NEVER,
) -> None:
    """Slide the gaps of both sides to their canonical positions. `partner[i]` is the index in
    `right` that is matched with `left[i]`, `back` the reverse; both have one more entry at the end,
    the length of the other side."""
    # The length of the matched common prefix.
    first = next(at for at, other in enumerate(chain(partner, (UNMATCHED,))) if other != at)
    _settle_side(left, partner, back, first, checkpoint)
    _settle_side(right, back, partner, first, checkpoint)


def _settle_side(
    symbols: Sequence[int], partner: list[int], back: list[int], first: int, checkpoint: Checkpoint
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
    """Slide the gap from `start` to `end`, not before `first`; return its new end."""
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
    """Whether the other side has a gap at the same position."""
    before = partner[start - 1] if start else -1
    return partner[end] - before > 1
