"""Names as words: what they share, and what they deny."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.correspondence.words import Vocabulary, stem, word_similarity


@pytest.mark.parametrize(
    "words", ["load loads loaded loading", "carry carries carried", "stop stopped stopping"]
)
def test_words_of_one_stem(words: str) -> None:
    assert len({stem(word) for word in words.split()}) == 1


@pytest.mark.parametrize(
    ("one", "other", "least", "most"),
    [
        ("pallet", "pallet", 1.0, 1.0),
        ("loaded", "load", 0.9, 0.99),
        ("grab", "fetch", 0.7, 0.8),
        ("loc", "location", 0.7, 0.75),
        ("recharge", "charge", 0.8, 0.8),
        ("return", "turn", 0.0, 0.0),
        ("release", "lease", 0.0, 0.0),
        ("rest", "st", 0.0, 0.0),
        ("dirty", "clean", 0.7, 0.8),
        ("tunnel", "kettle", 0.0, 0.0),
        ("1", "2", 0.0, 0.0),
    ],
)
def test_two_words(one: str, other: str, least: float, most: float) -> None:
    assert least <= word_similarity(one, other) <= most
    assert word_similarity(one, other) == word_similarity(other, one)


def test_prefixes_say_nothing_and_capitals_split() -> None:
    names = Vocabulary(["is-ripe", "hasRipe"], spelling={"hasripe": "hasRipe"})
    assert names.similarity("is-ripe", "hasripe") == 1.0


def test_a_name_that_says_not() -> None:
    names = Vocabulary(["watered", "not-watered", "unwatered"])
    assert names.contradict("watered", "not-watered")
    assert names.contradict("watered", "unwatered")
    assert not names.contradict("unwatered", "not-watered")


def test_opposite_words_deny_each_other() -> None:
    names = Vocabulary(["plate-clean", "dirty-plate", "not-dirty", "empty", "bowl-occupied"])
    assert names.contradict("plate-clean", "dirty-plate")
    assert not names.contradict("plate-clean", "not-dirty")
    assert names.contradict("empty", "bowl-occupied")
    assert not names.contradict("plate-clean", "bowl-occupied")


@given(
    st.lists(
        st.sampled_from(["open", "close", "lock", "clean", "dirty", "not", "empty", "full", "door"])
    )
)
def test_no_name_denies_itself(words: list[str]) -> None:
    name = "-".join(words)
    names = Vocabulary([name])
    assert not names.contradict(name, name)


def test_opposites_that_both_names_have_deny_nothing() -> None:
    names = Vocabulary(["lock-open", "open-lock-of-door", "lock-closed"])
    assert not names.contradict("lock-open", "open-lock-of-door")
    assert names.contradict("lock-open", "lock-closed")


def test_a_word_that_many_names_share_tells_little() -> None:
    common = Vocabulary(["at-tree", "at-barn", "at-well", "at-pond", "on-tree"])
    assert common.similarity("at-tree", "on-tree") > common.similarity("at-tree", "at-barn")
