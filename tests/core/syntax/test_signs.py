"""Foreign signs of an edited text, of which only the edited lines are searched."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.source import Span
from plancore.syntax import reader
from plancore.syntax.signs import is_plain, lower

SIGNS = (
    *(",", "//", "/* x */", "/*", "*/", "<?x>", "? x", "(:and ", "(and ", "\u2013", "\u00a0"),
    *("[", "}", "$x", '"', "'", "#", "--", "...", "TODO", "?x?y", "\\n", "\u0130"),
)
WORDS = ("(", ")", "(at ?x", "a-b", ":effect", ";", "; or, what", " ", "?", "x", "\t")
PIECES = st.sampled_from((*SIGNS, *WORDS, *WORDS, "\n", "\r\n", "\r", "\n"))
TEXTS = st.lists(PIECES, max_size=24).map("".join)


HALVES = ("/*", "*/", "(and ", "\u0130")
"""No signs of their own."""


@pytest.mark.parametrize("sign", [sign for sign in SIGNS if sign not in HALVES])
def test_a_sign_counts_outside_comments_only(sign: str) -> None:
    assert not is_plain(f"(on ?x) {sign} (on ?y)\n")
    assert is_plain(f"(on ?x) ; {sign} (on ?y)\n(and (on ?y))")


@given(TEXTS, st.data())
def test_an_edited_text_is_plain_as_a_new_one_is(text: str, data: st.DataObject) -> None:
    tree = reader.read(text)
    for _ in range(4):
        text = tree.source.text
        start = data.draw(st.integers(0, len(text)))
        span = Span(start, min(len(text), start + data.draw(st.integers(0, 6))))
        tree = reader.reread(tree, span, data.draw(st.lists(PIECES, max_size=3).map("".join)))
        assert tree.is_plain == is_plain(tree.source.text)


@given(TEXTS)
def test_nothing_is_replaced_outside_comments_of_a_plain_text(text: str) -> None:
    if is_plain(text):
        assert _code(lower(text)) == _code(lower(text, is_plain=True))


def _code(text: str) -> list[str]:
    """The lines without their comments."""
    return [line.partition(";")[0] for line in text.replace("\r", "\n").split("\n")]
