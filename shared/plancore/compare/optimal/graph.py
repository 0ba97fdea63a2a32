"""Domains as lifted model graphs, the maps of their parameters and constants, and upper bounds.

The graph has actions, predicates, and an edge for each literal. The bounds on what two graphs can
share need no search. They treat parameters and constants as interchangeable. One bounds the
literals shared by two actions for any mapping of predicates, the other those shared by two
predicates for any mapping of actions; an assignment maximises each.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, count, islice, permutations, product
from math import perm, prod
from typing import Final, NamedTuple, TypeAlias

from plancore.align.assignment import LARGEST, assign
from plancore.correspondence.names import names_of
from plancore.formula.canonical import CanonicalAction, canonical_action
from plancore.formula.elements import Element
from plancore.formula.printing import Naming
from plancore.model.domain import Action, ActionKind, Domain
from plancore.model.formula import TypedName
from plancore.stop import NEVER, Checkpoint

Bag: TypeAlias = Counter[Hashable]

ANY: Final = "#"
"""Replaces a term that may have any counterpart."""

_WORD: Final = re.compile(r"[^\s()]+")
_KEYWORD: Final = re.compile(
    r"and|or|not|imply|forall|exists|when|at|over|start|end|all|oneof|probabilistic"
    r"|assign|increase|decrease|scale-up|scale-down|[-+*/<>=]+|[0-9.]+"
)


class Edge(NamedTuple):
    """A literal of an action. `label` is everything except its predicate and arguments. `predicate`
    is None for a predicate that keeps its name, which is then in the label."""

    predicate: str | None
    label: tuple[Hashable, ...]
    args: tuple[str, ...]

    def key(self, terms: Mapping[str, str]) -> Hashable:
        """The edge under a mapping of terms, equal for counterparts; `=` is symmetric."""
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
        """All edges and constructs, whatever the mapping of names, parameters and constants."""
        return Counter([edge.masked for edge in self.edges]) + self.opaque


class ModelGraph:
    """The graph of a domain, or of its actions in `only`. `types` renames types. Predicates in
    `rigid` keep their names, like equality."""

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
            # Functions as arguments are not compared.
            args = tuple([ANY if arg[0] == "(" else arg for arg in element.args])
            edges.append(Edge(None if rigid else element.predicate, label, args))
        types = _types(action.parameters, naming)
        return Node(action.name, action.kind, types, tuple(edges), opaque)


def _shape(key: str) -> str:
    """A formula without names and without the order of its words, which no renaming changes."""
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


# One-to-one maps of parameters and of constants that types allow.

MOST: Final = 1_000
"""If there are more maps, they are not listed."""

Order = tuple[int, ...]
_Map = tuple[tuple[int, int], ...]


class Injections(NamedTuple):
    """Maps of n parameters to m parameters, the one by position first. The i-th number of a map is
    the counterpart of the i-th parameter; numbers from m on mean that there is none. `complete` is
    whether these are all maps."""

    orders: tuple[Order, ...]
    complete: bool


def parameter_orders(ours: Sequence[str], theirs: Sequence[str]) -> Injections:
    """The maps of parameters with these types. The first is by position, as names are compared. In
    the others as many parameters as possible are mapped to ones of their own type, and the rest to
    each other."""
    by_position = tuple(range(len(ours)))
    groups = [(_places(ours, kind), _places(theirs, kind)) for kind in sorted({*ours} | {*theirs})]
    n_left = [
        sum(max(0, len(group[side]) - len(group[1 - side])) for group in groups) for side in (0, 1)
    ]
    sizes = [*((len(sources), len(targets)) for sources, targets in groups), tuple(n_left)]
    if prod(perm(max(pair), min(pair)) for pair in sizes) > MOST:
        return Injections((by_position,), False)
    orders = dict.fromkeys([by_position])
    for chosen in product(*(_maps(sources, targets) for sources, targets in groups)):
        typed = tuple(chain.from_iterable(chosen))
        left = [i for i in by_position if i not in dict(typed)]
        taken = {j for _, j in typed}
        free = [j for j in range(len(theirs)) if j not in taken]
        for rest in _maps(left, free):
            orders[_order((*typed, *rest), len(ours), len(theirs))] = None
    return Injections(tuple(orders), True)


def constant_maps(
    ours: Mapping[str, str], theirs: Mapping[str, str], most: int
) -> tuple[list[dict[str, str]], bool]:
    """At most `most` maps of constants to ones of their type or name, and whether these are all.
    The likeliest maps come first. `ours` and `theirs` map constants to their types."""
    maps = list(islice(_constant_maps(list(ours), ours, theirs), most + 1))
    return maps[:most], len(maps) <= most


def _constant_maps(
    names: list[str], ours: Mapping[str, str], theirs: Mapping[str, str]
) -> Iterator[dict[str, str]]:
    """Yield every map that cannot be extended; constants without a counterpart are left out."""
    stack: list[dict[str, str | None]] = [{}]
    while stack:
        chosen = stack.pop()
        if len(chosen) == len(names):
            if not _could_be_larger(chosen, ours, theirs):
                yield {name: image for name, image in chosen.items() if image is not None}
            continue
        name = names[len(chosen)]
        fitting = _fitting(name, ours, theirs)
        stack.append({**chosen, name: None})
        stack += [{**chosen, name: image} for image in fitting if image not in chosen.values()]


def _fitting(name: str, ours: Mapping[str, str], theirs: Mapping[str, str]) -> list[str]:
    """The possible counterparts of a constant, the one of the same name last."""
    fitting = [
        candidate for candidate, kind in theirs.items() if kind == ours[name] or candidate == name
    ]
    return sorted(fitting, key=lambda candidate: candidate == name)


def _could_be_larger(
    chosen: Mapping[str, str | None], ours: Mapping[str, str], theirs: Mapping[str, str]
) -> bool:
    taken = set(chosen.values())
    return any(
        image is None and not taken.issuperset(_fitting(name, ours, theirs))
        for name, image in chosen.items()
    )


def _places(types: Sequence[str], kind: str) -> list[int]:
    return [place for place, type_name in enumerate(types) if type_name == kind]


def _maps(ours: Sequence[int], theirs: Sequence[int]) -> Iterable[_Map]:
    """The largest one-to-one maps between two groups."""
    if len(ours) <= len(theirs):
        return [tuple(zip(ours, images, strict=True)) for images in permutations(theirs, len(ours))]
    return [tuple(zip(chosen, theirs, strict=True)) for chosen in permutations(ours, len(theirs))]


def _order(pairs: _Map, n_ours: int, n_theirs: int) -> Order:
    counterpart, free = dict(pairs), count(n_theirs)
    return tuple(counterpart[i] if i in counterpart else next(free) for i in range(n_ours))


def most_shared(ours: ModelGraph, theirs: ModelGraph, checkpoint: Checkpoint = NEVER) -> int:
    """An upper bound of the number of edges that any mapping makes equal."""
    actions = [[node.masked for node in graph.actions.values()] for graph in (ours, theirs)]
    bound: int = (_sum(actions[0]) & _sum(actions[1])).total()
    checkpoint()
    our_bags, our_rest = _by_predicate(ours)
    their_bags, their_rest = _by_predicate(theirs)
    paired = _most_paired(our_bags, their_bags, checkpoint) + (our_rest & their_rest).total()
    return min(bound, paired, _most_paired(actions[0], actions[1], checkpoint))


def _by_predicate(graph: ModelGraph) -> tuple[list[Bag], Bag]:
    """The edges of each predicate, and the edges and constructs without one."""
    bags: dict[str, Bag] = {name: Counter() for name in graph.predicates}
    rest: Bag = Counter()
    for node in graph.actions.values():
        rest += node.opaque
        for edge in node.edges:
            bag = rest if edge.predicate is None else bags[edge.predicate]
            bag[edge.masked] += 1
    return list(bags.values()), rest


def _most_paired(left: Sequence[Bag], right: Sequence[Bag], checkpoint: Checkpoint) -> int:
    """An upper bound of the common elements of bags that are paired one to one."""
    scores: dict[tuple[int, int], float] = {}
    in_row, in_column = [0] * len(left), [0] * len(right)
    for i, bag in enumerate(left):
        checkpoint()
        for j, other_bag in enumerate(right):
            shared = (bag & other_bag).total()
            if shared:
                scores[i, j] = shared
                in_row[i], in_column[j] = max(in_row[i], shared), max(in_column[j], shared)
    bound = min(sum(in_row), sum(in_column))
    if max(len(left), len(right)) > LARGEST:
        return bound
    return min(bound, round(sum(scores[pair] for pair in assign(scores).items())))


def _sum(bags: Sequence[Bag]) -> Bag:
    total: Bag = Counter()
    for bag in bags:
        total.update(bag)
    return total
