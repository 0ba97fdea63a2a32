"""Which words stand in a text, for whoever wants to read only the texts that have a name."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from plancore.ide.navigation.symbols import mentions
from plancore.index import summary
from plancore.index.summary import may_have, words_of
from plancore.syntax.signs import lower

names = st.text(st.sampled_from("ab-_1?µİ "), max_size=4)


@given(text=st.text(st.sampled_from("abAB-_1?µİ ();\\\n"), max_size=30), name=names)
@example(text="(at-home x)", name="home")
@example(text="é", name="e")
def test_a_text_that_has_a_name_may_have_it(text: str, name: str) -> None:
    if mentions(text, lower(name)):
        assert may_have(words_of(text), lower(name))


@pytest.mark.parametrize("name", ["hom", "at-hom", "x-y", "athome"])
def test_a_text_without_a_name_does_not(name: str) -> None:
    assert not may_have(words_of("(At-Home x y2)"), name)


def test_a_word_costs_four_bytes() -> None:
    words = words_of("a b c a B C (a-b-c)")
    assert isinstance(words, array)
    assert words.itemsize * len(words) == 12


@given(st.text("ab é-?(\n)1_\\"), st.integers(1, 5))
def test_a_text_has_the_same_words_read_in_parts(text: str, several: int) -> None:
    whole = words_of(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(summary, "_SEVERAL", several)
        assert words_of(text) == whole
