"""Summaries of files, and the words of each file as a few bytes.

A word is a run of letters, digits and `_`, in lower case. Words are stored as 32-bit hashes, so a
text may seem to have a word that it does not have, once in some millions, but never the reverse.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, TypeVar
from zlib import crc32

from plancore.directives import directives
from plancore.kinship import words
from plancore.occurrences import InFile, NameRole, SymbolKind, occurrences_in, plan_occurrences
from plancore.project import AnySnapshot, PlanSnapshot
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import Span
from plancore.stop import NEVER, Checkpoint, watched, watched_if_many
from plancore.syntax.signs import lower

_WORD: Final = re.compile(r"\w+")
_NO_WORD: Final = re.compile(r"\W")
_SEVERAL: Final = 100_000
"""Characters of words between two calls of a checkpoint."""
_ESCAPE: Final = "\\"
"""In a text with this character, a plan may spell any name with escapes."""


def words_of(text: str, checkpoint: Checkpoint = NEVER) -> array[int]:
    """The sorted hashes of the words in a text."""
    low = lower(text)
    words, at = set[str](), 0
    while at < len(low):
        behind = _NO_WORD.search(low, at + _SEVERAL)
        end = behind.start() if behind else len(low)
        words.update(_WORD.findall(low, at, end))
        checkpoint()
        at = end
    if _ESCAPE in low:
        words.add(_ESCAPE)
    return array("I", sorted(map(_hash, watched_if_many(words, checkpoint))))


def may_have(words: array[int], name: str) -> bool:
    """Whether `name`, in lower case, may occur in the text with these words."""
    return _has(words, _ESCAPE) or all(_has(words, word) for word in _WORD.findall(name))


def _has(words: array[int], word: str) -> bool:
    wanted = _hash(word)
    at = bisect_left(words, wanted)
    return at < len(words) and words[at] == wanted


def _hash(word: str) -> int:
    return crc32(word.encode(errors="surrogatepass"))


ROLES: Final = tuple(NameRole)


class SymbolKey(NamedTuple):
    """A symbol that other files may mention, with its name in lower case."""

    kind: SymbolKind
    name: str


class Mention(NamedTuple):
    """An occurrence of a symbol in a file."""

    file: str
    span: Span
    role: NameRole


@dataclass(frozen=True, slots=True)
class DefinitionSummary:
    """The data of a `(define …)` that other files may need; names are in lower case. `kind` is
    `domain`, `problem` or empty. `words` are the predicates, functions and types that a domain
    declares, or that a problem uses, sorted."""

    kind: str
    name: str
    domain_name: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FileSummary:
    """The definitions of a file, and its occurrences as columns, in the order of the text.

    `symbol_at`, `starts` and `roles` have an entry for each occurrence: an index into `symbols`,
    the offset of its first character, an index into `ROLES`. The length of an occurrence is that of
    the symbol's name. `written` has the declared spelling of names that are not in lower case, by
    their index in `symbols`. `rows` are the occurrences of each definition. `length` is that of the
    text in characters, `words` are the hashes of all its words. `is_partial` is whether the file is
    too large to keep its occurrences and words.
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
        """The data that determine which files it belongs to."""
        symbols = () if self.kind == "domain" else self.symbols
        return self.kind, self.definitions, self.directives, symbols

    @property
    def objects(self) -> set[str]:
        """The objects in its occurrences."""
        return {symbol.name for symbol in self.symbols if symbol.kind is SymbolKind.OBJECT}

    def may_have(self, name: str) -> bool:
        """Whether `name`, in lower case, may occur anywhere in the text, including comments and
        damaged parts. There are rare false positives, but no false negatives."""
        return self.is_partial or may_have(self.words, name)

    def mention(self, row: int) -> Mention:
        """The occurrence in this row."""
        start = self.starts[row]
        end = start + len(self.symbols[self.symbol_at[row]].name)
        return Mention(self.name, Span(start, end), ROLES[self.roles[row]])

    def declaring(self, position: int, rows: range) -> Iterator[int]:
        """Yield those of `rows` that declare the symbol at `position` in `symbols`."""
        row = rows.start
        with suppress(ValueError):
            while True:
                row = self.symbol_at.index(position, row, rows.stop)
                if ROLES[self.roles[row]] is NameRole.DECLARES:
                    yield row
                row += 1

    def as_written(self, kind: SymbolKind, name: str) -> str:
        """The spelling of a name at its declaration in this file."""
        written = (
            text for at, text in self.written.items() if self.symbols[at] == SymbolKey(kind, name)
        )
        return next(written, name)

    def directed(self, directive: str) -> str | None:
        """The path in a comment for `domain`, `problem`, `reference` or `mapping`."""
        return next((path for name, path in self.directives if name == directive), None)

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, from 0; the column counts characters."""
        line = bisect_right(self.line_starts, offset) - 1
        return line, offset - self.line_starts[line]


# Making a summary.

T = TypeVar("T")

_NUMBER_OF: Final = {role: number for number, role in enumerate(ROLES)}
_LOCAL: Final = (SymbolKind.VARIABLE, SymbolKind.REQUIREMENT, SymbolKind.PREFERENCE)
"""The kinds of symbols that other files cannot mention."""


def summarise(
    file: AnySnapshot, most: int | None = None, checkpoint: Checkpoint = NEVER
) -> FileSummary:
    """The summary of `file`; of one with more than `most` characters without occurrences."""
    columns = _Columns(file.text)
    is_partial = most is not None and len(file.text) > most
    if isinstance(file, PlanSnapshot):
        if not is_partial:
            occurrences = plan_occurrences(watched(file.plan.steps, checkpoint))
            columns.add(InFile(found, Span(found.start, found.end)) for found in occurrences)
        return _summary(file, (), (), columns, is_partial, checkpoint)
    rows: list[range] = []
    for definition in file.definitions:
        first = columns.n_rows
        if not is_partial:
            columns.add(watched(_of_definition(file, definition, checkpoint), checkpoint))
        rows.append(range(first, columns.n_rows))
    checkpoint()
    definitions = tuple(map(_definition, file.definitions))
    checkpoint()
    return _summary(file, definitions, tuple(rows), columns, is_partial, checkpoint)


class Shared:
    """Shares equal parts of summaries in memory: most files of a folder use the same names."""

    def __init__(self) -> None:
        self._known: dict[Any, Any] = {}

    def summary(self, summary: FileSummary) -> FileSummary:
        """`summary`, made of shared parts."""
        return replace(
            summary,
            definitions=tuple(map(self._definition, summary.definitions)),
            symbols=tuple(map(self._symbol, summary.symbols)),
        )

    def _definition(self, definition: DefinitionSummary) -> DefinitionSummary:
        words = self._one(tuple(map(self._one, definition.words)))
        return replace(definition, words=words, domain_name=self._one(definition.domain_name))

    def _symbol(self, symbol: SymbolKey) -> SymbolKey:
        return self._one(SymbolKey(symbol.kind, self._one(symbol.name)))

    def _one(self, value: T) -> T:
        known: T = self._known.setdefault(value, value)
        return known


class _Columns:
    """The columns of a summary in the making."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.symbols: dict[SymbolKey, int] = {}
        self.written: dict[int, str] = {}
        self.symbol_at = array("I")
        self.starts = array("I")
        self.roles = array("B")

    @property
    def n_rows(self) -> int:
        return len(self.starts)

    def add(self, occurrences: Iterable[InFile]) -> None:
        for (kind, name, _, _, role, _), (start, end) in occurrences:
            if kind not in _LOCAL:
                number = self.symbols.setdefault(SymbolKey(kind, name), len(self.symbols))
                if role is NameRole.DECLARES and (text := self._text[start:end]) != name:
                    self.written.setdefault(number, text)
                self.symbol_at.append(number)
                self.starts.append(start)
                self.roles.append(_NUMBER_OF[role])


def _of_definition(
    file: FileSnapshot, definition: DefinitionSnapshot, checkpoint: Checkpoint
) -> Iterable[InFile]:
    """The occurrences of a definition; in a domain the kinds of ambiguous names are resolved."""
    occurrences = occurrences_in(file, definition, checkpoint)
    if definition.kind == "problem":
        return occurrences
    environment = definition.environment
    return (
        InFile(found._replace(kind=found.kind_in(environment)), span) for found, span in occurrences
    )


def _definition(definition: DefinitionSnapshot) -> DefinitionSummary:
    in_order = tuple(sorted(words(definition)))
    return DefinitionSummary(definition.kind, definition.name, definition.domain_name, in_order)


def _summary(
    file: AnySnapshot,
    definitions: tuple[DefinitionSummary, ...],
    rows: tuple[range, ...],
    columns: _Columns,
    is_partial: bool,
    checkpoint: Checkpoint,
) -> FileSummary:
    said = directives(file.text)
    return FileSummary(
        file.name,
        file.kind,
        definitions,
        tuple((name, directive.path) for name, directive in said.items()),
        rows,
        tuple(columns.symbols),
        columns.written,
        columns.symbol_at,
        columns.starts,
        columns.roles,
        len(file.text),
        array("I", file.source.line_starts),
        array("I") if is_partial else words_of(file.text, checkpoint),
        file.source.is_ascii,
        is_partial,
    )
