"""A plan in an equivalent order that follows another plan."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.compare.following import (
    Footprint,
    commuting_moves,
    following_order,
    same_partial_order,
)
from plancore.compare.plans import RowKind, compare_plans
from plancore.model.plan import Plan
from plancore.notation.plans.reader import read_plan
from support.plans import plan_of

ITEMS = st.frozensets(st.sampled_from("pqr"), max_size=2)
FOOTPRINTS = st.tuples(ITEMS, ITEMS, ITEMS)
LETTERS = "abcdef"
WORDS = st.lists(st.sampled_from(LETTERS), max_size=14)


def depend(left: Footprint, right: Footprint) -> bool:
    """From the definition."""
    (reads, adds, deletes), (its_reads, its_adds, its_deletes) = (
        [set(items) for items in footprint] for footprint in (left, right)
    )
    return bool(
        adds & its_reads
        or deletes & its_reads
        or adds & its_deletes
        or its_adds & reads
        or its_deletes & reads
        or its_adds & deletes
    )


def ordered(plan: Plan, footprints: list[Footprint], other: Plan) -> list[int]:
    return list(following_order(plan, footprints, other))


@given(st.lists(FOOTPRINTS, min_size=6, max_size=6), WORDS, WORDS)
def test_steps_that_depend_on_one_another_keep_their_order(
    footprints: list[Footprint], word: list[str], other: list[str]
) -> None:
    touched = [footprints[LETTERS.index(letter)] for letter in word]
    order = ordered(plan_of(*word), touched, plan_of(*other))
    assert sorted(order) == list(range(len(word)))
    places = {step: place for place, step in enumerate(order)}
    for later in range(len(word)):
        for earlier in range(later):
            if depend(touched[earlier], touched[later]):
                assert places[earlier] < places[later]


@pytest.mark.viewer_behaviour(20)
@given(st.lists(FOOTPRINTS, min_size=6, max_size=6), WORDS, st.randoms(use_true_random=False))
def test_a_plan_with_the_same_partial_order_is_followed_step_by_step(
    footprints: list[Footprint], word: list[str], dice: random.Random
) -> None:
    swapped = list(word)
    for _ in range(3 * len(word)):
        at = dice.randrange(len(word))
        pair = swapped[at : at + 2]
        if len(pair) == 2 and not depend(*(footprints[LETTERS.index(step)] for step in pair)):
            swapped[at : at + 2] = pair[::-1]
    feet = [[footprints[LETTERS.index(step)] for step in steps] for steps in (word, swapped)]
    plans = plan_of(*word), plan_of(*swapped)
    assert same_partial_order(*plans, *feet)
    order = ordered(plans[0], feet[0], plans[1])
    assert [word[index] for index in order] == swapped


@given(st.lists(FOOTPRINTS, min_size=6, max_size=6), WORDS, WORDS)
def test_a_moved_step_commutes_if_the_order_has_it_among_the_equal_steps_as_the_reference_has(
    footprints: list[Footprint], word: list[str], other: list[str]
) -> None:
    plan, reference = plan_of(*word), plan_of(*other)
    order = ordered(plan, [footprints[LETTERS.index(letter)] for letter in word], reference)
    diff = compare_plans(plan, reference)
    place = {step: at for at, step in enumerate(order)}
    expected = {
        row.learned
        for row in diff.rows
        if row.learned is not None
        and row.other_end is not None
        and all(
            (place[equal.learned] < place[row.learned]) is (equal.reference < row.other_end)
            for equal in diff.rows
            if equal.kind is RowKind.EQUAL
            and equal.learned is not None
            and equal.reference is not None
        )
    }
    assert commuting_moves(diff, order) == expected


def test_a_step_without_a_partner_stays_before_the_next_one_that_has_one() -> None:
    nothing: Footprint = ((), (), ())
    order = ordered(plan_of("a", "x", "b", "c"), [nothing] * 4, plan_of("b", "c", "a"))
    assert order == [1, 2, 3, 0]
    assert ordered(plan_of("a", "b", "x"), [nothing] * 3, plan_of("b", "a")) == [1, 0, 2]


def test_a_timed_plan_is_taken_in_the_order_of_its_times() -> None:
    nothing: Footprint = ((), (), ())
    plan = read_plan("1: (b)\n0: (a)\n2: (c)\n")[0]
    assert ordered(plan, [nothing] * 3, plan_of("a", "b", "c")) == [1, 0, 2]
