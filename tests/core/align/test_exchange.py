"""Pairs exchanged for better ones: as many as before, and none is left beside a better one."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from plancore.align.exchange import with_same_preferred
from plancore.align.sequences import align, align_numbers, interned
from support.cpu import takes_linear_time

TIMED = st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 3)), max_size=9)
"""Symbols, and when."""
Timed = list[tuple[str, int]]


def exchanged(left: Timed, right: Timed) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The pairs of an alignment, and what they are exchanged for."""
    alignment = align([symbol for symbol, _ in left], [symbol for symbol, _ in right])
    better = with_same_preferred(alignment, *interned(left, right))
    assert better.matched == alignment.matched
    assert better.exact
    return list(alignment.pairs()), list(better.pairs())


def n_same(pairs: list[tuple[int, int]], left: Timed, right: Timed) -> int:
    return sum(left[i] == right[j] for i, j in pairs)


def test_of_equal_symbols_those_that_are_the_same_are_paired() -> None:
    left, right = [("a", 3), ("a", 0), ("b", 5)], [("a", 0), ("b", 5)]
    assert exchanged(left, right) == ([(0, 0), (2, 1)], [(1, 0), (2, 1)])
    assert exchanged(right, left)[1] == [(0, 1), (1, 2)]


def test_one_exchange_makes_room_for_the_next() -> None:
    left = [("a", time) for time in range(5)]
    assert exchanged(left, left[:3])[1] == [(0, 0), (1, 1), (2, 2)]
    assert exchanged(left, left[1:4])[1] == [(1, 0), (2, 1), (3, 2)]


def test_another_symbol_may_be_matched_instead() -> None:
    left, right = [("b", 1), ("a", 2)], [("a", 0), ("b", 1)]
    assert exchanged(left, right)[1] == [(0, 1)]


@given(TIMED, TIMED)
@example([("b", 1), ("a", 2)], [("a", 0), ("b", 1)])
def test_no_pair_is_left_that_a_better_one_could_replace(left: Timed, right: Timed) -> None:
    before, pairs = exchanged(left, right)
    assert len(pairs) == len(before)
    assert all(left[i][0] == right[j][0] for i, j in pairs)
    assert all(i < k and j < m for (i, j), (k, m) in pairwise(pairs))
    assert n_same(pairs, left, right) >= n_same(before, left, right)
    bounds = [(-1, -1), *pairs, (len(left), len(right))]
    for (i0, j0), (i, j), (i1, j1) in zip(bounds, pairs, bounds[2:], strict=False):
        if left[i] != right[j]:
            assert not set(left[i0 + 1 : i1]) & set(right[j0 + 1 : j1])


def test_it_takes_no_longer_where_each_pair_is_exchanged() -> None:
    def work(size: int) -> None:
        left: Timed = [("a", time) for time in range(size)]
        middle = left[size // 4 : size // 2]
        mixed: Timed = [("ab"[time % 2], time // 3) for time in range(size)]
        for theirs in (middle, mixed):
            alignment = align_numbers([0] * size, [0] * len(theirs))
            with_same_preferred(alignment, *interned(left, theirs))

    assert takes_linear_time(work, 2_000)
