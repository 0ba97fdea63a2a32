"""Words without their endings."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

VOWELS: Final = frozenset("aeiouy")

_ENDINGS: Final = (("ies", "i"), ("ied", "i"), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""))


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """`load` of `loaded`, `loading` and `loads`: the commonest endings of English words.

    After M. F. Porter, An algorithm for suffix stripping, 1980, steps 1a to 1c and 5a in short.
    """
    for ending, instead in _ENDINGS:
        root = word.removesuffix(ending)
        if root == word or len(root) < 3 or not VOWELS & {*root} or word.endswith("ss"):
            continue
        word = root + instead
        if ending in ("ing", "ed") and root[-1] == root[-2] and root[-1] not in "lsz":
            word = root[:-1]
        break
    if len(word) > 3 and word[-1] in "ey":
        return word[:-1] + ("i" if word[-1] == "y" else "")
    return word
