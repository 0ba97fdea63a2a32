"""The summary of a file, and which words stand anywhere in it: a few bytes for each.

A word is a run of letters, digits and `_`, in lower case. Words are known by a hash of 32 bits, so
a word may seem to stand in a text that does not have it, once in some millions; never the other way
round.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, NamedTuple
from zlib import crc32

from plancore.occurrences import NameRole, SymbolKind
from plancore.source import Span
from plancore.syntax.nodes import lower

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


ROLES: Final = tuple(NameRole)


class SymbolKey(NamedTuple):
    """What has a name, in lower case, that other files may mention."""

    kind: SymbolKind
    name: str


class Mention(NamedTuple):
    """A place in a file where a symbol is mentioned."""

    file: str
    span: Span
    role: NameRole


@dataclass(frozen=True, slots=True)
class DefinitionSummary:
    """What other files may have to know of a `(define …)`; names are in lower case.

    `kind` is `domain`, `problem` or empty. `words` are the predicates, functions and types that a
    domain declares, or that a problem uses, in order.
    """

    kind: str
    name: str
    domain_name: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FileSummary:
    """What a file defines, and its occurrences as columns, in the order of the text.

    `symbol_at`, `starts` and `roles` have an entry for each occurrence: an index into `symbols`,
    the offset of its first character, an index into `ROLES`; it is as long as the symbol's name.
    `written` are the names that are not in lower case where they are declared, by their index in
    `symbols`. `rows` are the occurrences of each definition. `length` is that of the text in
    characters, `words` are those of the whole text (see above). `is_partial` means
    that the file is too large for its occurrences and words to be kept.
    """

    name: str
    kind: str
    definitions: tuple[DefinitionSummary, ...]
    directives: tuple[tuple[str, str], ...]
    rows: tuple[range, ...]
    symbols: tuple[SymbolKey, ...]
    written: Mapping[int, str]
    symbol_at: array[int]
    starts: array[int]
    roles: array[int]
    length: int
    line_starts: array[int]
    words: array[int]
    is_ascii: bool
    is_partial: bool = False

    @property
    def head(self) -> tuple[object, ...]:
        """All that decides which files it belongs to."""
        return self.kind, self.definitions, self.directives

    def may_have(self, name: str) -> bool:
        """Whether `name`, which is in lower case, may stand anywhere in the text, be it a comment
        or what could not be read. Seldom true of a text in which it does not."""
        return self.is_partial or may_have(self.words, name)

    def mention(self, row: int) -> Mention:
        """The occurrence in this row."""
        start = self.starts[row]
        end = start + len(self.symbols[self.symbol_at[row]].name)
        return Mention(self.name, Span(start, end), ROLES[self.roles[row]])

    def declaring(self, position: int, rows: range) -> Iterator[int]:
        """Those of `rows` that declare the symbol at this position of `symbols`."""
        row = rows.start
        with suppress(ValueError):
            while True:
                row = self.symbol_at.index(position, row, rows.stop)
                if ROLES[self.roles[row]] is NameRole.DECLARES:
                    yield row
                row += 1

    def as_written(self, kind: SymbolKind, name: str) -> str:
        """A name of this file as it is written where it is declared."""
        written = (
            text for at, text in self.written.items() if self.symbols[at] == SymbolKey(kind, name)
        )
        return next(written, name)

    def directed(self, directive: str) -> str | None:
        """The path that a comment names as its `domain`, `problem`, `reference` or `mapping`."""
        return next((path for name, path in self.directives if name == directive), None)

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Zero-based; the column counts characters."""
        line = bisect_right(self.line_starts, offset) - 1
        return line, offset - self.line_starts[line]
