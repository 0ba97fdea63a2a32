"""What is asked of pairs, and what answers change."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from plancore.correspondence.finding import find_pairs
from plancore.correspondence.pairs import (
    UNCERTAIN,
    ActionPair,
    Pairs,
    SymbolPair,
    key_of,
    next_question,
)
from plancore.correspondence.stated.decisions import confirmed, refused
from plancore.model.domain import Domain
from support.comparison import domain_of
from support.disguises import Disguise, disguised
from support.own_domains import DISGUISES, OWN_DOMAINS


def test_nothing_is_asked_of_what_is_sure() -> None:
    assert next_question(Pairs(actions=(ActionPair("a", "a"),))) is None


def test_the_less_certain_pair_is_asked_about_first() -> None:
    likely, unlikely = ActionPair("a", "b", 0.7), ActionPair("c", "d", 0.5)
    question = next_question(Pairs(actions=(likely, unlikely)))
    assert question is not None
    assert (question.pair, question.is_found) == (unlikely, True)


def test_a_likely_pair_of_names_that_are_left_over_is_asked_about() -> None:
    candidate = SymbolPair("near", "next", 0.45)
    pairs = Pairs(
        predicates=(SymbolPair("at", "in", 0.75),), candidates=(("predicates", candidate),)
    )
    question = next_question(pairs)
    assert question is not None
    assert (question.kind, question.pair, question.is_found) == ("predicates", candidate, False)
    assert (
        next_question(
            Pairs(candidates=pairs.candidates, refusals=(("predicates", "near", "next"),))
        )
        is None
    )


def test_to_confirm_one_of_several_keeps_the_others() -> None:
    first, second = ActionPair("go", "up", 0.5), ActionPair("go", "down", 0.5, is_one_to_many=True)
    decided = confirmed(confirmed(Pairs(), "actions", second), "actions", first)
    assert {pair.reference for pair in decided.actions} == {"up", "down"}
    decided = confirmed(decided, "actions", ActionPair("go", "left"))
    assert {pair.reference for pair in decided.actions} == {"left", "down"}


@given(OWN_DOMAINS, DISGUISES, st.integers(0, 1000), st.lists(st.booleans(), max_size=4))
def test_no_question_is_asked_twice(
    reference: Domain, disguise: Disguise, seed: int, answers: list[bool]
) -> None:
    learned = domain_of(disguised(reference, disguise, seed).text)
    stated = Pairs()
    asked: set[object] = set()
    for is_right in answers:
        pairs = find_pairs(learned, reference, stated)
        question = next_question(pairs)
        if question is None:
            break
        kind, pair = question.kind, question.pair
        assert not question.is_found or pair.confidence < UNCERTAIN
        assert (kind, *key_of(pair)) not in asked
        asked.add((kind, *key_of(pair)))
        if is_right:
            stated = confirmed(stated, kind, pair)
            found = find_pairs(learned, reference, stated)
            assert key_of(pair) in {*map(key_of, getattr(found, kind))}
        else:
            stated = refused(stated, kind, pair.learned, pair.reference)
