"""A domain as a lifted domain model graph: actions, predicates, and an edge for each literal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Hashable, Mapping
from typing import Final, NamedTuple, TypeAlias

from plancore.correspondence.names import names_of
from plancore.formula.canonical import CanonicalAction, canonical_action
from plancore.formula.elements import Element
from plancore.formula.naming import Naming
from plancore.model.domain import Action, ActionKind, Domain
from plancore.model.formula import TypedName

Bag: TypeAlias = Counter[Hashable]

ANY: Final = "#"
"""Stands for what may have any counterpart."""

_WORD: Final = re.compile(r"[^\s()]+")
_KEYWORD: Final = re.compile(
    r"and|or|not|imply|forall|exists|when|at|over|start|end|all|oneof|probabilistic"
    r"|assign|increase|decrease|scale-up|scale-down|[-+*/<>=]+|[0-9.]+"
)


class Edge(NamedTuple):
    """A literal of an action. `label` is all but its predicate and its arguments.

    `predicate` is None where it keeps its name: then the label has it.
    """

    predicate: str | None
    label: tuple[Hashable, ...]
    args: tuple[str, ...]

    def key(self, terms: Mapping[str, str]) -> Hashable:
        """The edge under other terms, equal for counterparts; `=` holds both ways round."""
        args = [terms.get(arg, arg) for arg in self.args]
        if self.predicate is None and self.label[0] == "=":
            args.sort()
        return self.label, tuple(args)

    @property
    def masked(self) -> Hashable:
        """The part of the key that no mapping of parameters, constants and predicates changes."""
        return self.label, len(self.args)


class Node(NamedTuple):
    """An action: its kind, the types of its parameters, its edges, and its other constructs."""

    name: str
    kind: ActionKind
    types: tuple[str, ...]
    edges: tuple[Edge, ...]
    opaque: Bag

    @property
    def masked(self) -> Bag:
        """All edges, whatever names, parameters and constants stand for."""
        return Counter([edge.masked for edge in self.edges]) + self.opaque


class ModelGraph:
    """The graph of a domain, or of the actions called `only`.

    `types` renames types. Predicates that are `rigid` keep their names, as equality does.
    """

    def __init__(
        self,
        domain: Domain,
        types: Mapping[str, str],
        only: Collection[str] | None = None,
        rigid: Collection[str] = (),
    ) -> None:
        naming = Naming(types=types)
        self.rigid = frozenset(rigid)
        self.declared: dict[str, tuple[str, ...]] = {
            name: _types(predicate.parameters, naming)
            for name, predicate in names_of(domain, "predicates").items()
            if name not in self.rigid
        }
        self.constants: dict[str, str] = {
            name: "/".join(naming.type_names(constant.types))
            for name, constant in names_of(domain, "constants").items()
        }
        self.actions: dict[str, Node] = {
            name: self._node(action, naming)
            for name, action in names_of(domain, "actions").items()
            if only is None or name in only
        }
        used = {edge.predicate for node in self.actions.values() for edge in node.edges}
        undeclared = sorted(filter(None, used - self.declared.keys()))
        self.predicates: list[str] = [*self.declared, *undeclared]
        self.n_edges = sum(node.masked.total() for node in self.actions.values())
        self.size = self.n_edges + len(self.actions) + len(self.declared)

    def _node(self, action: Action, naming: Naming) -> Node:
        canonical = canonical_action(action)
        edges: list[Edge] = []
        opaque: Bag = Counter()
        for part, element in _elements(canonical):
            if element.positive is None:
                opaque[part, _shape(element.key)] += 1
                continue
            rigid = element.predicate == "=" or element.predicate in self.rigid
            context = _shape(element.context)
            name = element.predicate if rigid else ""
            label = (name, part, element.positive, element.time, context)
            # A function as an argument is not looked into.
            args = tuple([ANY if arg[0] == "(" else arg for arg in element.args])
            edges.append(Edge(None if rigid else element.predicate, label, args))
        types = _types(action.parameters, naming)
        return Node(action.name, action.kind, types, tuple(edges), opaque)


def _shape(key: str) -> str:
    """A formula without its names and the order of its words: no renaming changes that."""
    words = _WORD.findall(key)
    return " ".join(sorted(word if _KEYWORD.fullmatch(word) else ANY for word in words))


def _elements(action: CanonicalAction) -> list[tuple[str, Element]]:
    return [
        (part, element)
        for part, elements in (
            ("pre", action.precondition),
            ("eff", action.effect),
            ("duration", action.duration),
        )
        for element in elements.values()
    ]


def _types(parameters: tuple[TypedName, ...], naming: Naming) -> tuple[str, ...]:
    return tuple("/".join(naming.type_names(parameter.types)) for parameter in parameters)
