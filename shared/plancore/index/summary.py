"""The summary of a file."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, NamedTuple

from plancore.index.words import may_have
from plancore.occurrences.table import Role, SymbolKind
from plancore.source import Span

ROLES: Final = tuple(Role)


class SymbolKey(NamedTuple):
    """What has a name, in lower case, that other files may mention."""

    kind: SymbolKind
    name: str


class Mention(NamedTuple):
    """A place in a file where a symbol is mentioned."""

    file: str
    span: Span
    role: Role


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
    characters, `words` are those of the whole text (see `plancore.index.words`). `is_partial` means
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
                if ROLES[self.roles[row]] is Role.DECLARES:
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
