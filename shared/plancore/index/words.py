"""Which words stand anywhere in a text, be it read or not: a few bytes for each.

A word is a run of letters, digits and `_`, in lower case. Words are known by a hash of 32 bits, so
a word may seem to stand in a text that does not have it, once in some millions; never the other way
round.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from typing import Final
from zlib import crc32

from plancore.syntax.forms import lower

_WORD: Final = re.compile(r"\w+")
_ESCAPE: Final = "\\"
"""Where it stands, a plan may spell any name with escapes."""


def words_of(text: str) -> array[int]:
    """The hashes of the words in a text, in order."""
    low = lower(text)
    words = set(_WORD.findall(low))
    if _ESCAPE in low:
        words.add(_ESCAPE)
    return array("I", sorted(map(_hash, words)))


def may_have(words: array[int], name: str) -> bool:
    """Whether `name`, which is in lower case, may stand in the text with these words."""
    return _has(words, _ESCAPE) or all(_has(words, word) for word in _WORD.findall(name))


def _has(words: array[int], word: str) -> bool:
    wanted = _hash(word)
    at = bisect_left(words, wanted)
    return at < len(words) and words[at] == wanted


def _hash(word: str) -> int:
    return crc32(word.encode(errors="surrogatepass"))
