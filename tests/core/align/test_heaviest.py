"""The alignment that weighs most, beside all alignments there are."""

from __future__ import annotations

from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from plancore.align.sequences import heaviest_pairs

_WEIGHTS = st.tuples(st.integers(0, 4), st.integers(1, 4)).flatmap(
    lambda size: st.lists(
        st.lists(st.integers(0, 3), min_size=size[1], max_size=size[1]),
        min_size=size[0],
        max_size=size[0],
    )
)


@given(_WEIGHTS)
def test_no_alignment_weighs_more(weights: list[list[int]]) -> None:
    pairs = heaviest_pairs(weights)
    assert all(weights[i][j] for i, j in pairs)
    assert all(a < c and b < d for (a, b), (c, d) in pairwise(pairs))
    rows, columns = range(len(weights)), range(len(weights[0]) if weights else 0)
    best = max(
        sum(weights[i][j] for i, j in zip(ours, theirs, strict=True))
        for count in range(min(len(rows), len(columns)) + 1)
        for ours in combinations(rows, count)
        for theirs in combinations(columns, count)
    )
    assert sum(weights[i][j] for i, j in pairs) == best


def test_of_equal_ones_the_earliest_pairs() -> None:
    assert heaviest_pairs([[1, 1], [1, 1]]) == [(0, 0), (1, 1)]
    assert heaviest_pairs([[2], [2]]) == [(0, 0)]
    assert heaviest_pairs([]) == []
