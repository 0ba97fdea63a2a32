"""The words of a text that name nothing: keywords, operators, numbers, comments."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.directives import directive_words
from plancore.ide.tokens.token import Token, WordKind
from plancore.lower.numbers import number
from plancore.model.keywords import WORDS
from plancore.occurrences import BUILT_IN, SymbolKind


def word(key: str, start: int, end: int) -> Token | None:
    """The token of `key`, in lower case, where no table has it; None for an unknown word."""
    built_in = BUILT_IN.get(key)
    if built_in is not None:
        return Token(start, end, built_in, is_built_in=True)
    kind = _kind(key)
    return None if kind is None else Token(start, end, kind)


def _kind(key: str) -> WordKind | SymbolKind | None:
    first = key[0]
    if first == ":":
        return WordKind.KEYWORD
    if first == "?":
        return SymbolKind.VARIABLE
    if first == '"':
        return WordKind.STRING
    if key in WORDS:
        is_word = any(map(str.isalpha, key))
        return WordKind.KEYWORD if is_word else WordKind.OPERATOR
    return None if number(key) is None else WordKind.NUMBER


def comment(text: str, start: int, end: int) -> Iterator[Token]:
    """One comment; of a directive, its name and its path by themselves."""
    end = start + len(text[start:end].rstrip())
    words = directive_words(text, start)
    if words is None:
        yield Token(start, end, WordKind.COMMENT)
        return
    name, path = words
    yield Token(start, name.start, WordKind.COMMENT)
    yield Token(name.start, name.end + 1, WordKind.DIRECTIVE)
    yield Token(*path, WordKind.STRING)
