"""Search the declarations of a workspace by name, and find links to other files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from plancore.directives import Directive, directives, is_path
from plancore.index.index import Index
from plancore.index.summary import DefinitionSummary, FileSummary, Mention, SymbolKey
from plancore.occurrences import SymbolKind
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot
from plancore.source import Span
from plancore.stop import NEVER, Checkpoint, in_order, watched_if_many

MOST: Final = 200
"""Maximum number of results: nobody reads more, and an editor asks again at each letter."""

_OBJECTS_LAST: Final = (SymbolKind.OBJECT,)


class FoundSymbol(NamedTuple):
    """A declaration: the symbol, its place, and its name and that of its definition as written."""

    symbol: SymbolKey
    mention: Mention
    name: str
    container: str


def workspace_symbols(
    index: Index, query: str, most: int = MOST, checkpoint: Checkpoint = NEVER
) -> list[FoundSymbol]:
    """The declarations whose names contain the letters of `query` in order, ignoring case.

    Names equal to the query come first, then those that begin with it, contain it, and the rest;
    shorter ones first, and within each group objects last, of which there are thousands. Returns at
    most `most`.
    """
    letters = query.lower()
    ranks: dict[SymbolKey, int | None] = {}
    candidates: list[tuple[int, bool, int, str, str, int]] = []
    for name, file in index.files.items():
        checkpoint()
        for position, symbol in enumerate(watched_if_many(file.symbols, checkpoint)):
            if symbol not in ranks:
                ranks[symbol] = rank(letters, symbol.name)
            found = ranks[symbol]
            if found is not None:
                is_object = symbol.kind in _OBJECTS_LAST
                length = len(symbol.name)
                candidates.append((found, is_object, length, symbol.name, name, position))
    declared: list[FoundSymbol] = []
    for *_, name, position in in_order(candidates, checkpoint):
        checkpoint()
        declared += _declarations(index.files[name], position)
        if len(declared) >= most:
            return declared[:most]
    return declared


def rank(query: str, name: str) -> int | None:
    """The rank of `name` for `query`, lower is better; None if it does not match."""
    if query in name:
        return 0 if query == name else 1 if name.startswith(query) else 2
    letters = iter(name)
    return 3 if all(letter in letters for letter in query) else None


def _declarations(file: FileSummary, position: int) -> Iterator[FoundSymbol]:
    symbol = file.symbols[position]
    for definition, rows in zip(file.definitions, file.rows, strict=True):
        for row in file.declaring(position, rows):
            name = file.written.get(position, symbol.name)
            yield FoundSymbol(symbol, file.mention(row), name, _container(file, definition))


def _container(file: FileSummary, definition: DefinitionSummary) -> str:
    kind = SymbolKind.PROBLEM if definition.kind == "problem" else SymbolKind.DOMAIN
    return file.as_written(kind, definition.name)


# Links to other files


class NamedFile(NamedTuple):
    """A place that names a file: in a directive, with `path` as written and `what` as its word; or
    `(:domain d)`, with the linked `file`."""

    span: Span
    what: str
    path: str | None = None
    file: str | None = None


def _file_of_name(project: ProjectSnapshot, file: AnySnapshot, directive: Directive) -> str | None:
    """The file that defines the name in a plan's directive; None for a path."""
    if not isinstance(file, PlanSnapshot) or is_path(directive.path):
        return None
    domain, problem = project.setting_of(file)
    link = {"domain": domain, "problem": problem}.get(directive.name)
    is_meant = link is not None and link.definition.name == directive.path.lower()
    return link.file.name if link is not None and is_meant else None


def document_links(project: ProjectSnapshot, file: AnySnapshot) -> Iterator[NamedFile]:
    """The files that `file` names in directives, and as domains of its problems."""
    for directive in directives(file.text).values():
        other = _file_of_name(project, file, directive)
        yield NamedFile(directive.span, directive.name, path=directive.path, file=other)
    if isinstance(file, PlanSnapshot):
        return
    for definition in file.definitions:
        if definition.kind != "problem":
            continue
        link = project.domain_of(file, definition)
        for model in definition.models:
            if model.keyword == ":domain" and model.name and link and link.file is not file:
                yield NamedFile(file.span(model.name.place), "domain", file=link.file.name)
