"""From a file to its summary."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final, TypeVar

from plancore.directives import directives
from plancore.index.summary import ROLES, DefinitionSummary, FileSummary, SymbolKey, words_of
from plancore.kinship import words
from plancore.occurrences import InFile, NameRole, SymbolKind, occurrences_in, plan_occurrences
from plancore.project import AnySnapshot, PlanSnapshot
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import Span

T = TypeVar("T")

_NUMBER_OF: Final = {role: number for number, role in enumerate(ROLES)}
_LOCAL: Final = (SymbolKind.VARIABLE, SymbolKind.REQUIREMENT, SymbolKind.PREFERENCE)
"""What no other file can mention."""


def summarise(file: AnySnapshot, most: int | None = None) -> FileSummary:
    """The summary of `file`; of one with more than `most` characters without occurrences."""
    columns = _Columns(file.text)
    is_partial = most is not None and len(file.text) > most
    if isinstance(file, PlanSnapshot):
        if not is_partial:
            occurrences = plan_occurrences(file.plan)
            columns.add(InFile(found, Span(found.start, found.end)) for found in occurrences)
        return _summary(file, (), (), columns, is_partial)
    rows: list[range] = []
    for definition in file.definitions:
        first = columns.n_rows
        if not is_partial:
            columns.add(_of_definition(file, definition))
        rows.append(range(first, columns.n_rows))
    definitions = tuple(map(_definition, file.definitions))
    return _summary(file, definitions, tuple(rows), columns, is_partial)


class Shared:
    """Equal parts of summaries as one object each: most files of a folder say the same names."""

    def __init__(self) -> None:
        self._known: dict[Any, Any] = {}

    def summary(self, summary: FileSummary) -> FileSummary:
        """`summary`, made of parts that are known."""
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
    """The columns of a summary while it is made."""

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


def _of_definition(file: FileSnapshot, definition: DefinitionSnapshot) -> Iterable[InFile]:
    """Its occurrences; in a domain it is known whether a name is a function's or an object's."""
    occurrences = occurrences_in(file, definition)
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
        array("I") if is_partial else words_of(file.text),
        file.source.is_ascii,
        is_partial,
    )
