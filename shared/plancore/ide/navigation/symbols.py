"""Which name stands at an offset, and where it is declared."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from plancore.lower.environment import Environment
from plancore.model.domain import AbstractTask, Action, Function, Method, Predicate
from plancore.model.formula import TypedName
from plancore.occurrences import (
    InFile,
    NameRole,
    Occurrence,
    SymbolKind,
    occurrences_of,
    plan_occurrences,
)
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import Span
from plancore.syntax.nodes import Node

Declaration = Predicate | Function | Action | AbstractTask | Method | TypedName | DefinitionSnapshot


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name at a place. `declaration` is None if it is not declared or needs no declaration.

    `environment` is what may be used at that place, `home` the definition that it is in or, for
    a plan, the domain.
    """

    kind: SymbolKind
    name: str
    span: Span
    declaration: Declaration | None
    environment: Environment
    home: DefinitionSnapshot


class DeclarationPlace(NamedTuple):
    """Where something is declared: the name, and all of the declaration around it."""

    file: FileSnapshot
    name: Span
    whole: Span


def symbol_at(project: ProjectSnapshot, file: AnySnapshot, offset: int) -> Symbol | None:
    """The name that a cursor at `offset` touches; None where no name is."""
    if isinstance(file, PlanSnapshot):
        return _in_plan(project, file, offset)
    at = file.tree.form_at(offset)
    if at is None:
        return None
    form, inside = at
    for definition in file.definitions:
        for section, model in definition.sections:
            if form in section.forms:
                touched = _touched(occurrences_of(section, model, form), inside)
                if touched is None:
                    return None
                start = offset - inside
                span = Span(start + touched.start, start + touched.end)
                return _symbol(project, file, definition, InFile(touched, span))
    return None


def declaration_place(project: ProjectSnapshot, symbol: Symbol) -> DeclarationPlace | None:
    """Where the symbol is declared, in whatever file that is."""
    declared = symbol.declaration
    name: Node | None
    whole: Node | None
    if isinstance(declared, DefinitionSnapshot):
        name = whole = declared.definition.name
    elif declared is not None:
        whole = declared.node
        name = declared.node if isinstance(declared, TypedName) else declared.name_node
    else:
        return None
    if name is None or whole is None:
        return None
    for file in project.files.values():
        if isinstance(file, FileSnapshot) and file.tree.holds(whole.form):
            return DeclarationPlace(file, file.span(name.place), file.span(whole.place))
    return None


def environment_of(
    project: ProjectSnapshot, file: FileSnapshot, definition: DefinitionSnapshot
) -> tuple[DefinitionSnapshot | None, Environment]:
    """The domain of a definition, itself or another, and the names that may be used in it."""
    if definition.kind != "problem":
        return definition, definition.environment
    link = project.domain_of(file, definition)
    domain = link.definition if link else None
    return domain, definition.problem_environment(domain)


def _touched(occurrences: Iterable[Occurrence], offset: int) -> Occurrence | None:
    """The occurrence that a cursor at `offset` touches; of two the one that starts there."""
    touched = None
    for occurrence in occurrences:
        if occurrence.start > offset:
            break
        if offset <= occurrence.end:
            touched = occurrence
    return touched


def _symbol(
    project: ProjectSnapshot, file: FileSnapshot, home: DefinitionSnapshot, at: InFile
) -> Symbol:
    domain, environment = environment_of(project, file, home)
    occurrence = at.occurrence
    kind = occurrence.kind_in(environment)
    declaration: Declaration | None
    if kind is SymbolKind.VARIABLE:
        declaration = occurrence.binder
    elif kind is SymbolKind.DOMAIN:
        declaration = home if occurrence.role is NameRole.DECLARES else domain
    elif kind is SymbolKind.PROBLEM:
        declaration = home
    elif kind is SymbolKind.METHOD:
        methods = (method for model in home.models for method in model.methods)
        declaration = next((method for method in methods if method.name == occurrence.name), None)
    else:
        declaration = _declared_in(domain, occurrence._replace(kind=kind), environment)
    return Symbol(kind, occurrence.name, at.span, declaration, environment, home)


def _declared_in(
    domain: DefinitionSnapshot | None, occurrence: Occurrence, environment: Environment
) -> Declaration | None:
    """As `declared_as`; of an action the declaration as it is now."""
    kind, name = occurrence.kind, occurrence.name
    if kind is SymbolKind.ACTION and domain is not None:
        return domain.actions.get(name)
    return declared_as(kind, name, environment)


def declared_as(kind: SymbolKind, name: str, environment: Environment) -> Declaration | None:
    """What a name of this kind is declared as; None for what needs no declaration."""
    match kind:
        case SymbolKind.PREDICATE:
            return environment.predicates.get(name)
        case SymbolKind.FUNCTION:
            return environment.functions.get(name)
        case SymbolKind.ACTION:
            return environment.actions.get(name)
        case SymbolKind.TASK:
            return environment.tasks.get(name)
        case SymbolKind.TYPE:
            return environment.types.get(name)
        case SymbolKind.OBJECT:
            return environment.objects.get(name)
        case _:
            return None


def _in_plan(project: ProjectSnapshot, file: PlanSnapshot, offset: int) -> Symbol | None:
    domain, problem = project.setting_of(file)
    home = problem or domain
    touched = _touched(plan_occurrences(file.plan), offset) if home else None
    if home is None or touched is None:
        return None
    environment = home.definition.environment
    if problem is not None:
        outer = domain.definition if domain else None
        environment = problem.definition.problem_environment(outer)
    return Symbol(
        touched.kind,
        touched.name,
        Span(touched.start, touched.end),
        _declared_in(domain.definition if domain else None, touched, environment),
        environment,
        home.definition,
    )
