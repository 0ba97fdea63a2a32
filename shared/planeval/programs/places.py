"""Words with places, written as for Python's `str.format`: `{domain}` is filled in, `{{` and `}}`
are the braces themselves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_TOKEN: Final = re.compile(r"\{\{|\}\}|\{(\w*)\}|[{}]")
_BRACES: Final = {"{{": "{", "}}": "}"}


def places_in(word: str) -> list[str]:
    """The names of its places, in order. Raises ValueError, with a message for the user, for a
    brace that belongs to none."""
    found = []
    for token in _TOKEN.finditer(word):
        if token[0] in ("{", "}"):
            raise ValueError(f"{token[0]} in {word!r} belongs to no place: write {token[0] * 2}")
        if token[1] is not None:
            found.append(token[1])
    return found


def filled(word: str, values: Mapping[str, str]) -> str:
    """The word with its places filled in; one that has no value stays as it is."""

    def put(token: re.Match[str]) -> str:
        if token[1] is not None:
            return values.get(token[1], token[0])
        return _BRACES.get(token[0], token[0])

    return _TOKEN.sub(put, word)


def fixed(word: str) -> str | None:
    """What the word is whatever is filled in; None where it has a place."""
    is_open = any(token[1] is not None for token in _TOKEN.finditer(word))
    return None if is_open else filled(word, {})


def escaped(text: str) -> str:
    """The word that is `text` when it is filled in."""
    return text.replace("{", "{{").replace("}", "}}")
