"""Did you mean: the nearest word against edits that are counted one way and plainly."""

from __future__ import annotations

from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from plancore.spelling import hint, nearest

WORDS = st.text("abc-", min_size=1, max_size=7)


@cache
def edits(one: str, other: str) -> int:
    """Insertions, deletions, replacements and swaps of neighbours, by recursion over the ends."""
    if not one or not other:
        return len(one) + len(other)
    counts = [
        edits(one[:-1], other) + 1,
        edits(one, other[:-1]) + 1,
        edits(one[:-1], other[:-1]) + (one[-1] != other[-1]),
    ]
    if len(one) > 1 and len(other) > 1 and one[-1] == other[-2] and one[-2] == other[-1]:
        counts.append(edits(one[:-2], other[:-2]) + 1)
    return min(counts)


@given(WORDS, st.lists(WORDS, max_size=6))
def test_the_nearest_word_has_the_fewest_edits(word: str, known: list[str]) -> None:
    limit = 2 if len(word) > 3 else 1
    near = [
        (edits(word, other), other)
        for other in known
        if other != word and edits(word, other) <= min(limit, len(word) - 1)
    ]
    assert nearest(word, known) == (min(near)[1] if near else None)


def test_who_is_far_from_all_words_is_told_all() -> None:
    assert hint("trem", ["tram", "bus"]) == "did you mean `tram`?"
    assert hint("balloon", ["tram", "bus"]) == "expected one of tram, bus"
