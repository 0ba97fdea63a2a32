"""The names that a form uses, from what was noted while it was lowered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from plancore.lower.numbers import number
from plancore.lower.uses import AtomUse, FunctionUse, Scope, Use, Uses
from plancore.model.formula import TypedName
from plancore.occurrences.table import ROLES, Occurrence, Placed, Role, SymbolKind
from plancore.syntax.nodes import Atom, List, Node


def used(uses: Uses) -> Iterator[Placed]:
    """Every name in `uses` that it does not declare, in no particular order."""
    for atom_use in uses.atoms:
        yield from _atom(atom_use)
    for function_use in uses.functions:
        yield from _function(function_use)
    for task, scope in uses.tasks:
        yield from _head(task.node, SymbolKind.TASK, Role.MENTIONS)
        yield from _bound(_arguments(task.node), scope)  # its constants are noted by themselves
    for kind, role, nodes in (
        (SymbolKind.TYPE, Role.MENTIONS, uses.types),
        (SymbolKind.OBJECT, Role.MENTIONS, uses.constants),
        (SymbolKind.PREDICATE, Role.NEEDS, [node for node, _ in uses.bare]),
        (SymbolKind.PREFERENCE, Role.DECLARES, uses.preferences),
        (SymbolKind.PREFERENCE, Role.NEEDS, uses.violations),
    ):
        for node in nodes:
            yield _at(node, kind, role)
    for node, variable in uses.variables:
        yield _variable(node, variable)
    for node, _ in uses.unbound:
        yield _variable(node, None)


def _atom(use: AtomUse) -> Iterator[Placed]:
    atom, scope = use.atom, use.scope
    if atom.predicate != "=":
        yield from _head(atom.node, SymbolKind.PREDICATE, ROLES[use.use])
    arguments = _arguments(atom.node)
    if use.use is Use.DERIVED:
        # The head of an axiom is a typed list: its variables declare themselves.
        binders = {id(variable.node) for variable in scope.values()}
        yield from _bound((node for node in arguments if id(node) not in binders), scope)
        return
    yield from _bound(arguments, scope)
    yield from _constants(arguments)


def _function(use: FunctionUse) -> Iterator[Placed]:
    yield from _head(use.term.node, SymbolKind.FUNCTION, ROLES[use.use])
    arguments = _arguments(use.term.node)
    yield from _bound(arguments, use.scope)
    yield from _constants(arguments)


def _head(node: Node | None, kind: SymbolKind, role: Role) -> Iterator[Placed]:
    name = node.items[0] if type(node) is List and node.items else node
    if type(name) is Atom:
        yield _at(name, kind, role)


def _arguments(node: Node | None) -> list[Atom]:
    """The words behind the head of a list. What stands in nested lists is noted by itself."""
    items = node.items[1:] if type(node) is List else ()
    return [item for item in items if type(item) is Atom]


def _bound(arguments: Iterable[Atom], scope: Scope) -> Iterator[Placed]:
    for node in arguments:
        binder = scope.get(node.key)
        if binder is not None and node.key[0] == "?":
            yield _variable(node, binder)


def _constants(arguments: Iterable[Atom]) -> Iterator[Placed]:
    for node in arguments:
        if node.key[0] != "?" and number(node.key) is None:
            yield _at(node, SymbolKind.OBJECT, Role.MENTIONS)


def _variable(node: Atom, binder: TypedName | None) -> Placed:
    return Placed(
        node.form,
        Occurrence(SymbolKind.VARIABLE, node.key, node.start, node.end, Role.MENTIONS, binder),
    )


def _at(atom: Atom, kind: SymbolKind, role: Role) -> Placed:
    return Placed(atom.form, Occurrence(kind, atom.key, atom.start, atom.end, role))
