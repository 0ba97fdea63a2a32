"""Edits that call things in the learned file what the reference calls them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from plancore.correspondence.names import LEARNED_MARK, Correspondence
from plancore.model.domain import Domain
from plancore.model.finding import PlaceEdit
from plancore.model.formula import (
    Arithmetic,
    Assign,
    AtomicFormula,
    Comparison,
    Exists,
    Forall,
    Formula,
    FunctionTerm,
    Probabilistic,
    TypedName,
    walk,
)
from plancore.syntax.nodes import Atom, List, Node


def rename_edits(correspondence: Correspondence, domain: Domain) -> tuple[PlaceEdit, ...]:
    """Give each name of `domain` its reference name, wherever it stands.

    All of a text at once: names may be exchanged for each other. Names of the reference that
    something else in `domain` has already are left to that.
    """
    edits: dict[tuple[int, int], PlaceEdit] = {}
    for node, kind in _occurrences(domain):
        name = correspondence.of(kind).get(node.key)
        if name is not None and name != node.key and not name.endswith(LEARNED_MARK):
            edits[id(node.form), node.start] = PlaceEdit(node.place, name)
    return tuple(edits.values())


_Found = Iterator[tuple[Atom, str]]


def _occurrences(domain: Domain) -> _Found:
    """Every name in `domain` that can be another one's, with its kind; some more than once."""
    yield from _typed(domain.types, "types")
    yield from _typed(domain.constants, "constants")
    for predicate in domain.predicates:
        yield from _atom(predicate.name_node, "predicates")
        yield from _typed(predicate.parameters)
    for function in domain.functions:
        yield from _atom(function.name_node, "functions")
        yield from _typed(function.parameters)
    for axiom in domain.axioms:
        if type(axiom.node) is List and len(axiom.node.items) > 1:
            yield from _head(axiom.node.items[1], "predicates")
        yield from _typed(axiom.parameters)
        yield from _formula(axiom.body)
    if domain.constraints is not None:
        yield from _formula(domain.constraints)
    for action in domain.actions:
        yield from _atom(action.name_node, "actions")
        yield from _typed(action.parameters)
        for formula in (action.precondition, action.effect, action.duration):
            if formula is not None:
                yield from _formula(formula)


def _typed(names: Iterable[TypedName], kind: str | None = None) -> _Found:
    for name in names:
        if kind is not None:
            yield from _atom(name.node, kind)
        node = name.type_node
        members = node.items[1:] if type(node) is List else [node]
        for member in members:
            yield from _atom(member, "types")


def _formula(formula: Formula) -> _Found:
    for part in walk(formula):
        match part:
            case AtomicFormula(args=args, node=node):
                yield from _head(node, "predicates")
                yield from _arguments(node)
                yield from _expressions(args)
            case Forall(variables) | Exists(variables):
                yield from _typed(variables)
            case Comparison(_, left, right):
                yield from _expressions((left, right))
            case Assign(_, target, value):
                yield from _expressions((target, value))
            case Probabilistic(outcomes):
                yield from _expressions([chance for chance, _ in outcomes])


def _expressions(expressions: Iterable[object]) -> _Found:
    stack = list(expressions)
    while stack:
        part = stack.pop()
        if isinstance(part, FunctionTerm):
            yield from _head(part.node, "functions")
            yield from _arguments(part.node)
            stack.extend(part.args)
        elif isinstance(part, Arithmetic):
            stack.extend(part.args)


def _arguments(node: Node | None) -> _Found:
    if type(node) is List:
        for item in node.items[1:]:
            yield from _atom(item, "constants")


def _head(node: Node | None, kind: str) -> _Found:
    first = node.items[0] if type(node) is List and node.items else node
    yield from _atom(first, kind)


def _atom(node: Node | None, kind: str) -> _Found:
    if type(node) is Atom:
        yield node, kind
