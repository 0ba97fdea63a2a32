"""The literals that two actions share, for each way in which their parameters may correspond."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from typing import NamedTuple, TypeAlias

from plancore.align.assignment import assign
from plancore.compare.optimal.graph import ModelGraph, Node
from plancore.compare.optimal.injections import Order, parameter_orders

Shares: TypeAlias = dict[tuple[int, int], int]
"""For numbers of predicates, ours and theirs, how many edges would be shared if they were one."""


class Option(NamedTuple):
    """One way to pair two actions: the parameters, what it is worth by itself, and the shares."""

    order: Order
    value: int
    shares: Shares


class PairOptions:
    """The options of all pairs of actions, under one map of constants, worked out when asked for.

    Values are scaled by `unit`, which outweighs all agreements of types together.
    """

    def __init__(
        self, ours: ModelGraph, theirs: ModelGraph, constants: Mapping[str, str], unit: int
    ) -> None:
        self.ours, self.theirs, self.unit = ours, theirs, unit
        # A constant without counterpart is equal to nothing.
        self._constants = {name: constants.get(name, f"{name}'") for name in ours.constants}
        self._numbers = tuple(
            {name: k for k, name in enumerate(graph.predicates)} for graph in (ours, theirs)
        )
        self._their_keys: dict[str, dict[Hashable, Counter[int]]] = {}
        self._options: dict[tuple[str, str], tuple[Option, ...]] = {}
        self.complete = True
        """Whether no way to pair parameters was left out so far."""

    def options(self, ours: str, theirs: str) -> tuple[Option, ...]:
        """The ways to pair two actions that no other way outdoes; none if they differ in kind."""
        options = self._options.get((ours, theirs))
        if options is None:
            options = self._options[ours, theirs] = self._best_options(
                self.ours.actions[ours], self.theirs.actions[theirs]
            )
        return options

    def option(self, ours: str, theirs: str, order: Order | None) -> Option | None:
        """The option with this order, or by position; None where the actions differ in kind."""
        our_node, their_node = self.ours.actions[ours], self.theirs.actions[theirs]
        if our_node.kind is not their_node.kind:
            return None
        return self._option(
            our_node, their_node, tuple(range(len(our_node.types))) if order is None else order
        )

    def most(self, ours: str, theirs: str) -> int:
        """The greatest value of a pair, whatever the predicates are mapped to."""
        return max(
            (option.value + worth(option.shares) for option in self.options(ours, theirs)),
            default=0,
        )

    def _best_options(self, our_node: Node, their_node: Node) -> tuple[Option, ...]:
        if our_node.kind is not their_node.kind:
            return ()
        orders = parameter_orders(our_node.types, their_node.types)
        self.complete = self.complete and orders.complete
        kept: list[Option] = []
        for option in (self._option(our_node, their_node, order) for order in orders.orders):
            if any(_outdoes(better, option) for better in kept):
                continue
            kept = [weaker for weaker in kept if not _outdoes(option, weaker)]
            kept.append(option)
        return tuple(kept)

    def _option(self, our_node: Node, their_node: Node, order: Order) -> Option:
        terms = {f"?{i}": f"?{j}" for i, j in enumerate(order)} | self._constants
        counted: dict[Hashable, Counter[int]] = {}
        for edge in our_node.edges:
            number = -1 if edge.predicate is None else self._numbers[0][edge.predicate]
            counted.setdefault(edge.key(terms), Counter())[number] += 1
        shares: Shares = {}
        n_shared = (our_node.opaque & their_node.opaque).total()
        their_keys = self._keys(their_node)
        for key, ours in counted.items():
            for p, n in ours.items():
                for q, m in their_keys.get(key, {}).items():
                    if p < 0:
                        n_shared += min(n, m)
                    else:
                        shares[p, q] = shares.get((p, q), 0) + min(n, m) * self.unit
        positions = dict(enumerate(their_node.types))
        agree = len(our_node.types) == len(their_node.types) and all(
            positions.get(j) == our_node.types[i] for i, j in enumerate(order)
        )
        return Option(order, self.unit * (n_shared + 1) + agree, shares)

    def _keys(self, node: Node) -> dict[Hashable, Counter[int]]:
        keys = self._their_keys.get(node.name)
        if keys is None:
            keys = self._their_keys[node.name] = {}
            for edge in node.edges:
                number = -1 if edge.predicate is None else self._numbers[1][edge.predicate]
                keys.setdefault(edge.key({}), Counter())[number] += 1
        return keys


def worth(shares: Shares) -> int:
    """The most that an assignment of predicates makes of the shares."""
    scores = {pair: float(value) for pair, value in shares.items()}
    return round(sum(scores[pair] for pair in assign(scores).items()))


def _outdoes(better: Option, worse: Option) -> bool:
    """Whether the first option is at least as good under every mapping of predicates."""
    return better.value >= worse.value and all(
        value <= better.shares.get(pair, 0) for pair, value in worse.shares.items()
    )
