"""Choices that meet demands, against trying every set."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.align.hitting_set import Demand, least_choice, quick_choice
from plancore.stop import Budget, SpentError

SETS = st.frozensets(st.integers(0, 6), max_size=3)
DEMANDS = st.lists(st.builds(Demand, SETS, st.just(frozenset()) | SETS), max_size=8)
WEIGHTS = st.lists(st.integers(1, 4), min_size=7, max_size=7)


def meets(chosen: frozenset[int], demands: list[Demand]) -> bool:
    """Whether each demand has a member that is chosen, or a condition that is not."""
    return all(d.members & chosen or not d.where <= chosen for d in demands)


@given(DEMANDS, WEIGHTS)
def test_the_least_choice_is_that_of_trying_every_set(
    demands: list[Demand], weights: list[int]
) -> None:
    sets = [frozenset(s) for size in range(8) for s in combinations(range(7), size)]
    costs = [sum(weights[m] for m in s) for s in sets if meets(s, demands)]

    chosen = least_choice(demands, weights, Budget(100_000))

    if chosen is None:
        assert not costs
    else:
        assert meets(chosen, demands)
        assert sum(weights[m] for m in chosen) == min(costs)


@given(DEMANDS, WEIGHTS)
def test_a_quick_choice_meets_every_demand(demands: list[Demand], weights: list[int]) -> None:
    chosen = quick_choice(demands, weights)
    assert chosen is None or meets(chosen, demands)


def test_a_search_that_is_too_long_is_given_up() -> None:
    # Every pair of 24 must be hit: nothing but trying shows that 23 are needed.
    pairs = [Demand(frozenset(pair)) for pair in combinations(range(24), 2)]
    with pytest.raises(SpentError):
        least_choice([*pairs, Demand(frozenset((0,)), frozenset((1,)))], [3] * 24, Budget(10))


@pytest.mark.slow
def test_a_thousand_demands_one_after_the_other() -> None:
    chain = [Demand(frozenset((k, k + 1))) for k in range(1_000)]
    assert len(least_choice(chain, [1] * 1_001, Budget(10_000_000)) or ()) == 500
