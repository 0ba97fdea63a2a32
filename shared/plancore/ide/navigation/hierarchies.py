"""The call hierarchy of a domain, and the type hierarchy.

In the call hierarchy, actions, axioms and methods call the predicates, functions, actions and tasks
that they need or change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from plancore.ide.navigation.references import Operator, operators, types_of
from plancore.ide.navigation.symbols import declared_as, subject_at, symbol_at
from plancore.model.domain import AbstractTask, Function, Predicate
from plancore.occurrences import InFile, NameRole, SymbolKind, occurrences_of
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import Span

_CALLED: Final = frozenset(
    (SymbolKind.PREDICATE, SymbolKind.FUNCTION, SymbolKind.ACTION, SymbolKind.TASK)
)
_NO_CALL: Final = frozenset((NameRole.DECLARES, NameRole.DERIVES))


class NamedOperator(NamedTuple):
    """A caller or callee; `span` is its whole declaration."""

    kind: SymbolKind
    name: str
    file: str
    name_span: Span
    span: Span


class HierarchyCall(NamedTuple):
    """A call: the other side, and the places of the uses in the caller."""

    other: NamedOperator
    roles: tuple[NameRole, ...]
    spans: tuple[Span, ...]


def named_at(project: ProjectSnapshot, file: AnySnapshot, offset: int) -> NamedOperator | None:
    """The caller or callee that the name at `offset` refers to, if any."""
    subject = subject_at(project, file, offset)
    if subject is None or subject.owner.kind == "problem":
        return None
    return _declared(subject.file, subject.owner, subject.kind, subject.name)


def incoming(file: FileSnapshot, kind: SymbolKind, name: str) -> Iterator[HierarchyCall]:
    """The callers of a name declared in `file`: actions, axioms, methods, in text order."""
    for domain in _domains(file):
        for operator in operators(file, domain):
            uses = [
                use for used, use in _calls(operator) if (used, use.occurrence.name) == (kind, name)
            ]
            if uses:
                place = operator.name_span, operator.span
                caller = NamedOperator(operator.kind, operator.name, file.name, *place)
                yield _call(caller, uses)


def outgoing(file: FileSnapshot, kind: SymbolKind, name: str) -> Iterator[HierarchyCall]:
    """The callees of a name that is declared in `file`, in order of their first use."""
    for domain in _domains(file):
        uses: dict[tuple[SymbolKind, str], list[InFile]] = {}
        for operator in operators(file, domain):
            if (operator.kind, operator.name) == (kind, name):
                for used, use in _calls(operator):
                    uses.setdefault((used, use.occurrence.name), []).append(use)
        for (used, used_name), places in uses.items():
            called = _declared(file, domain, used, used_name)
            if called is not None:
                yield _call(called, places)


def _calls(operator: Operator) -> Iterator[tuple[SymbolKind, InFile]]:
    return (
        (kind, use)
        for kind, use in operator.uses
        if kind in _CALLED and use.occurrence.role not in _NO_CALL
    )


def _call(other: NamedOperator, uses: Iterable[InFile]) -> HierarchyCall:
    roles = dict.fromkeys(use.occurrence.role for use in uses)
    return HierarchyCall(other, tuple(roles), tuple(use.span for use in uses))


def _domains(file: FileSnapshot) -> Iterator[DefinitionSnapshot]:
    return (definition for definition in file.definitions if definition.kind != "problem")


def _declared(
    file: FileSnapshot, domain: DefinitionSnapshot, kind: SymbolKind, name: str
) -> NamedOperator | None:
    if kind in (SymbolKind.ACTION, SymbolKind.METHOD):
        for operator in operators(file, domain):
            if (operator.kind, operator.name) == (kind, name):
                return NamedOperator(kind, name, file.name, operator.name_span, operator.span)
        return None
    declared = declared_as(kind, name, domain.environment)
    if not isinstance(declared, (Predicate, Function, AbstractTask)) or kind not in _CALLED:
        return None
    if declared.name_node is None or declared.node is None:
        return None
    place = file.span(declared.name_node.place), file.span(declared.node.place)
    return NamedOperator(kind, name, file.name, *place)


# The type hierarchy


class TypeItem(NamedTuple):
    """A type at its declaration; if it only occurs after a dash, at its first occurrence."""

    name: str
    file: str
    span: Span
    parents: tuple[str, ...]


def types_at(project: ProjectSnapshot, file: AnySnapshot, offset: int) -> list[TypeItem]:
    """The type at `offset`, or the types of the name there."""
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
    """The direct supertypes of the type `name`, declared in `file`."""
    return [
        parent
        for types in _all_types(file)
        if name in types
        for parent in _named(types, types[name].parents)
    ]


def subtypes(file: FileSnapshot, name: str) -> list[TypeItem]:
    """The direct subtypes of the type `name`, declared in `file`."""
    return [item for types in _all_types(file) for item in types.values() if name in item.parents]


def _all_types(file: FileSnapshot) -> Iterator[dict[str, TypeItem]]:
    return (_types(file, d) for d in file.definitions if d.kind != "problem")


def _types(file: FileSnapshot, domain: DefinitionSnapshot) -> dict[str, TypeItem]:
    """The types of a domain by name, in text order."""
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
