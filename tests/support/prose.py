"""Sentences as language models write them around domains and plans."""

from __future__ import annotations

from hypothesis import strategies as st

_WORDS = """
    the a this robot moves truck to from domain problem plan action actions here is are we define
    first then goal holds when it in at of and or not can must steps we'll don't note that predicate
    effect precondition box room place location every using with below above following
"""

_word = st.sampled_from(_WORDS.split())
_later_word = st.one_of(
    _word,
    _word.map("{},".format),
    _word.map("{}:".format),
    _word.map("`{}`".format),
    _word.map("**{}**".format),
    _word.map('"{}"'.format),
)
_sentence = st.builds(
    lambda mark, first, words, end: f"{mark}{' '.join((first.capitalize(), *words))}{end}",
    st.sampled_from(("", "", "- ", "* ", "1. ", "> ")),
    _word,
    st.lists(_later_word, min_size=2, max_size=12),
    st.sampled_from((".", "!", ":", "?", "")),
)
prose = st.lists(st.one_of(_sentence, st.just("")), min_size=1, max_size=5).map("\n".join)
"""A few lines of text, some of them empty."""


def with_aside(text: str, aside: str) -> str:
    """The text with an aside in parentheses after its first word."""
    first, blank, rest = text.partition(" ")
    return f"{first} ({aside}){blank}{rest}" if blank else text
