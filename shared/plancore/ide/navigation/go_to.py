"""From a name to its declaration, to its type, and to what makes it true."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from plancore.ide.navigation.references import FormInPart
from plancore.ide.navigation.symbols import (
    ScopedDefinition,
    Symbol,
    declaration_place,
    subject_at,
    symbol_at,
)
from plancore.lower.section import SectionModel
from plancore.model.domain import Function
from plancore.model.formula import TypedName
from plancore.occurrences import InFile, NameRole, SymbolKind
from plancore.project import AnySnapshot, ProjectSnapshot
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import Span


class Operator(NamedTuple):
    """An action, a method or an axiom; an axiom is called like the predicate that it derives.

    `span` is all of it, `uses` are the names in it with what is done with them.
    """

    kind: SymbolKind
    name: str
    name_span: Span
    span: Span
    model: SectionModel
    uses: tuple[tuple[SymbolKind, InFile], ...]


def operators(file: FileSnapshot, domain: DefinitionSnapshot) -> Iterator[Operator]:
    """The operators of a domain that stands in `file`, in the order of the text."""
    part = ScopedDefinition(file, domain, domain.environment)
    for section, model in domain.sections:
        if not (model.actions or model.methods or model.axioms):
            continue
        in_form = FormInPart(part, section, model, section.head).occurrences()
        uses = tuple((use.occurrence.kind_in(part.environment), use) for use in in_form)
        for kind, (occurrence, span) in uses:
            if _names_operator(kind, occurrence.role):
                whole = file.span(section.head.place())
                yield Operator(kind, occurrence.name, span, whole, model, uses)
                break


def _names_operator(kind: SymbolKind, role: NameRole) -> bool:
    if kind in (SymbolKind.ACTION, SymbolKind.METHOD):
        return role is NameRole.DECLARES
    return role is NameRole.DERIVES


class DefinitionTarget(NamedTuple):
    """The name `origin` is declared in `file`: at `name`, inside `whole`."""

    origin: Span
    file: str
    name: Span
    whole: Span


def definition(project: ProjectSnapshot, file: AnySnapshot, offset: int) -> DefinitionTarget | None:
    """The declaration of the name at `offset`; None when there is no name or no declaration."""
    symbol = symbol_at(project, file, offset)
    place = declaration_place(project, symbol) if symbol else None
    if symbol is None or place is None:
        return None
    return DefinitionTarget(symbol.span, place.file.name, place.name, place.whole)


def type_definitions(
    project: ProjectSnapshot, file: AnySnapshot, offset: int
) -> Iterator[DefinitionTarget]:
    """Where the types of the object, variable or function at `offset` are declared."""
    symbol = symbol_at(project, file, offset)
    for name in types_of(symbol) if symbol else ():
        declared = symbol.environment.types.get(name) if symbol else None
        if symbol is not None and declared is not None:
            of_type = Symbol(
                SymbolKind.TYPE, name, symbol.span, declared, symbol.environment, symbol.home
            )
            place = declaration_place(project, of_type)
            if place is not None:
                yield DefinitionTarget(symbol.span, place.file.name, place.name, place.whole)


def types_of(symbol: Symbol) -> tuple[str, ...]:
    """The types of what a name stands for; of a type the type itself."""
    if symbol.kind is SymbolKind.TYPE:
        return (symbol.name,)
    match symbol.declaration:
        case TypedName(types=types):
            return types
        case Function(returns=returns):
            return returns
        case _:
            return ()


def implementations(
    project: ProjectSnapshot, file: AnySnapshot, offset: int
) -> Iterator[DefinitionTarget]:
    """What makes the name at `offset` true: for a predicate the actions that add it and the axioms
    that derive it, for a function the actions that change it, for a task its methods."""
    symbol = symbol_at(project, file, offset)
    subject = subject_at(project, file, offset)
    if symbol is not None and subject is not None and subject.owner.kind != "problem":
        for operator in operators(subject.file, subject.owner):
            if _makes_true(operator, subject.kind, subject.name):
                place = operator.name_span, operator.span
                yield DefinitionTarget(symbol.span, subject.file.name, *place)


_MAKING = {
    SymbolKind.PREDICATE: (NameRole.ADDS, NameRole.DERIVES),
    SymbolKind.FUNCTION: (NameRole.CHANGES,),
}


def _makes_true(operator: Operator, kind: SymbolKind, name: str) -> bool:
    if kind is SymbolKind.TASK:
        tasks = (method.task for method in operator.model.methods)
        return any(task is not None and task.name == name for task in tasks)
    roles = _MAKING.get(kind, ())
    return any(
        used is kind and occurrence.name == name and occurrence.role in roles
        for used, (occurrence, _) in operator.uses
    )
