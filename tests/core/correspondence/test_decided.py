"""Pairs that a person confirms and refuses, one at a time."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from plancore.correspondence.pairs import NOTHING_STATED, NamePair
from plancore.correspondence.stated.decisions import confirmed, refused, with_decisions

NAMES = st.sampled_from("abc")
DECISIONS = st.lists(st.tuples(st.booleans(), NAMES, NAMES), max_size=12)


@given(DECISIONS)
def test_the_last_decision_on_two_names_counts(decisions: list[tuple[bool, str, str]]) -> None:
    decided = NOTHING_STATED
    for is_right, mine, yours in decisions:
        if is_right:
            decided = confirmed(decided, "types", NamePair(mine, yours, 0.3, ("guessed",)))
            assert NamePair(mine, yours) in decided.types
            assert ("types", mine, yours) not in decided.refusals
        else:
            decided = refused(decided, "types", mine, yours)
            assert ("types", mine, yours) in decided.refusals
    pairs = [(pair.learned, pair.reference) for pair in decided.types]
    assert len({mine for mine, _ in pairs}) == len({yours for _, yours in pairs}) == len(pairs)
    assert not {("types", *pair) for pair in pairs} & {*decided.refusals}
    assert len({*decided.refusals}) == len(decided.refusals)
    again = with_decisions(decided, decided)
    assert {*again.types} == {*decided.types}
    assert {*again.refusals} == {*decided.refusals}


def test_a_later_decision_counts_before_what_is_stated() -> None:
    stated = confirmed(NOTHING_STATED, "types", NamePair("a", "b"))
    decided = with_decisions(stated, refused(NOTHING_STATED, "types", "a", "b"))
    assert decided.types == ()
    assert decided.refusals == (("types", "a", "b"),)
