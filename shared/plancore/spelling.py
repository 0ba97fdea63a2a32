"""Did you mean: the nearest of some known words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Final

_DIGITS: Final = re.compile(r"\d+")


def nearest(word: str, known: Iterable[str], limit: int = 2) -> str | None:
    """The word of `known` nearest to `word`, at most `limit` edits away; None if there is none.

    An edit inserts, deletes or replaces a character or swaps two neighbours (Damerau 1964,
    restricted). Ties go to the alphabetically first word. For words of up to three characters the
    limit is one edit, so that `on` is not offered for `at`. Words that differ only in their numbers
    are different things, not misspellings: `truck1` is never offered for `truck2`.
    """
    limit = min(limit, 1 if len(word) <= 3 else limit)
    best, best_distance = None, limit + 1
    letters = _DIGITS.sub("", word)
    for candidate in sorted(known):
        if abs(len(candidate) - len(word)) < best_distance and candidate != word:
            distance = _distance(word, candidate, best_distance)
            if distance < best_distance and distance < len(word):
                if letters != word and _DIGITS.sub("", candidate) == letters:
                    continue
                best, best_distance = candidate, distance
    return best


def hint(word: str, known: Collection[str]) -> str:
    """A hint for the unknown `word`: the nearest of the `known` words, or else all of them."""
    near = nearest(word, known)
    return f"did you mean `{near}`?" if near else f"expected one of {', '.join(known)}"


def _distance(one: str, other: str, cap: int) -> int:
    """The edit distance of two words; if it reaches `cap`, some number of at least `cap`."""
    one, other = _without_shared_ends(one, other)
    # An edit adds at most one letter and removes at most one.
    if abs(len(one) - len(other)) >= cap or len({*one} ^ {*other}) > 2 * (cap - 1):
        return cap
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, above, row = row, before, [i]
        for j, b in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, above[j - 2] + 1)
            row.append(cost)
        if min(row) >= cap:
            return cap
    return row[-1]


def _without_shared_ends(one: str, other: str) -> tuple[str, str]:
    """Both words without common prefix and suffix, which no shortest edit touches."""
    shorter = min(len(one), len(other))
    first = 0
    while first < shorter and one[first] == other[first]:
        first += 1
    last = 0
    while last < shorter - first and one[-1 - last] == other[-1 - last]:
        last += 1
    return one[first : len(one) - last], other[first : len(other) - last]
