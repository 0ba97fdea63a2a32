"""The names that a section declares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from plancore.lower.section import SectionModel
from plancore.model.formula import TypedName
from plancore.occurrences.table import Occurrence, Placed, Role, SymbolKind
from plancore.syntax.nodes import Atom, Node


def declared(model: SectionModel) -> Iterator[Placed]:
    """Every name that `model` declares, with the parameters of each, in no particular order."""
    if model.name is not None:
        yield _title(model, model.name)
    for requirement in model.requirements:
        yield _at(requirement, SymbolKind.REQUIREMENT)
    for kind, declarations in (
        (SymbolKind.PREDICATE, model.predicates),
        (SymbolKind.FUNCTION, model.functions),
    ):
        for declaration in declarations:
            yield from _named(kind, declaration.name_node)
            yield from _variables(declaration.parameters)
    for action in model.actions:
        yield from _named(SymbolKind.ACTION, action.name_node)
    for task in model.tasks:
        yield from _named(SymbolKind.TASK, task.name_node)
    for method in model.methods:
        yield from _named(SymbolKind.METHOD, method.name_node)
    for declared_type in model.types:
        yield from _named(SymbolKind.TYPE, declared_type.node, declared_type.name)
    for name in model.names:
        yield from _named(SymbolKind.OBJECT, name.node, name.name)
    for variables in model.uses.lists:
        yield from _variables(variables)


def _title(model: SectionModel, name: Atom) -> Placed:
    """`d` of `(domain d)`, `(problem d)` or `(:domain d)`."""
    if model.keyword == ":domain":
        return _at(name, SymbolKind.DOMAIN, Role.MENTIONS)
    return _at(name, SymbolKind(model.keyword))


def _variables(variables: Iterable[TypedName]) -> Iterator[Placed]:
    for variable in variables:
        yield from _named(SymbolKind.VARIABLE, variable.node, variable.name, variable)


def _named(
    kind: SymbolKind, node: Node | None, name: str | None = None, binder: TypedName | None = None
) -> Iterator[Placed]:
    """`name` is what the node declares, where that is less: `?x-` stands for `?x`."""
    if type(node) is Atom:
        key = node.key if name is None else name
        end = node.start + len(key)
        yield Placed(node.form, Occurrence(kind, key, node.start, end, Role.DECLARES, binder))


def _at(atom: Atom, kind: SymbolKind, role: Role = Role.DECLARES) -> Placed:
    return Placed(atom.form, Occurrence(kind, atom.key, atom.start, atom.end, role))
