"""The types above and below a type."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from plancore.ide.navigation.go_to import types_of
from plancore.ide.navigation.symbols import symbol_at
from plancore.occurrences import NameRole, SymbolKind, occurrences_of
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import Span


class TypeItem(NamedTuple):
    """A type where it is declared; one that stands behind a dash only, where it does so first."""

    name: str
    file: str
    span: Span
    parents: tuple[str, ...]


def types_at(project: ProjectSnapshot, file: AnySnapshot, offset: int) -> list[TypeItem]:
    """The type at `offset`, or the types of what is named there."""
    symbol = symbol_at(project, file, offset)
    if symbol is None:
        return []
    if isinstance(file, PlanSnapshot):
        link = project.setting_of(file).domain
    elif symbol.home.kind == "problem":
        link = project.domain_of(file, symbol.home)
    else:
        return _named(_types(file, symbol.home), types_of(symbol))
    return _named(_types(*link[:2]), types_of(symbol)) if link else []


def supertypes(file: FileSnapshot, name: str) -> list[TypeItem]:
    """The types that the type `name`, declared in `file`, is directly below."""
    return [
        parent
        for types in _all_types(file)
        if name in types
        for parent in _named(types, types[name].parents)
    ]


def subtypes(file: FileSnapshot, name: str) -> list[TypeItem]:
    """The types that are directly below the type `name`, declared in `file`."""
    return [item for types in _all_types(file) for item in types.values() if name in item.parents]


def _all_types(file: FileSnapshot) -> Iterator[dict[str, TypeItem]]:
    return (_types(file, d) for d in file.definitions if d.kind != "problem")


def _types(file: FileSnapshot, domain: DefinitionSnapshot) -> dict[str, TypeItem]:
    """The types of a domain by name, in the order of the text."""
    items: dict[str, TypeItem] = {}
    declared: set[str] = set()
    parents = domain.environment.hierarchy.parents
    for section, model in domain.sections:
        if model.keyword != ":types":
            continue
        start = file.tree.start(section.head)
        for kind, name, first, last, role, _ in occurrences_of(section, model, section.head):
            is_declared = role is NameRole.DECLARES
            if kind is SymbolKind.TYPE and (name not in items or is_declared > (name in declared)):
                span = Span(start + first, start + last)
                items[name] = TypeItem(name, file.name, span, parents.get(name, ()))
            if is_declared:
                declared.add(name)
    return items


def _named(types: dict[str, TypeItem], names: tuple[str, ...]) -> list[TypeItem]:
    return [types[name] for name in dict.fromkeys(names) if name in types]
