"""Every declaration of a name in a definition, in the order of the file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from plancore.lower.section import SectionModel
from plancore.model.formula import TypedName
from plancore.syntax.nodes import Atom, Node


class Declaration(NamedTuple):
    """One declaration: what kind of thing it names, and where. `node` is the whole of it."""

    kind: str
    key: str
    name: Atom
    node: Node
    value: object


def declarations(model: SectionModel) -> tuple[Declaration, ...]:
    """What one section declares."""
    return tuple(_declarations(model))


def _declarations(model: SectionModel) -> Iterator[Declaration]:
    what = "constant" if model.keyword == ":constants" else "object"
    yield from _names("type", model.types)
    yield from _names(what, model.names)
    for kind, items in (
        ("predicate", model.predicates),
        ("function", model.functions),
        ("task", model.tasks),
        ("method", model.methods),
        ("action", model.actions),
    ):
        for item in items:
            if type(item.name_node) is Atom and item.node is not None:
                yield Declaration(kind, item.name, item.name_node, item.node, item)


def _names(kind: str, names: tuple[TypedName, ...]) -> Iterator[Declaration]:
    for name in names:
        if type(name.node) is Atom:
            yield Declaration(kind, name.name, name.node, name.node, name)
