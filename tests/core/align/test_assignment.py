"""Assignments of the greatest total."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from plancore.align.assignment import assign

PAIRS = st.dictionaries(
    st.tuples(st.integers(0, 4), st.integers(0, 4)), st.integers(1, 9).map(float), max_size=14
)


def _best(scores: dict[tuple[int, int], float]) -> float:
    return max(
        sum(scores.get((left, right), 0.0) for left, right in enumerate(order))
        for order in permutations(range(5))
    )


@given(PAIRS)
def test_the_total_is_the_greatest_of_all(scores: dict[tuple[int, int], float]) -> None:
    result = assign(scores)
    assert len(set(result.values())) == len(result)
    assert sum(scores[pair] for pair in result.items()) == _best(scores)


def test_what_may_not_be_paired_stays_alone() -> None:
    assert assign({(0, 0): 1.0, (1, 0): 2.0}) == {1: 0}
    assert assign({}) == {}


def test_very_large_pieces_are_assigned_by_score() -> None:
    scores = {(i, j): 1.0 + (i == j) for i in range(260) for j in range(260)}
    assert assign(scores) == {i: i for i in range(260)}
