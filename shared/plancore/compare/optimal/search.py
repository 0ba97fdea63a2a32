"""Branch and bound for the best mapping.

A search node pairs the first k actions of the learned domain, parameters included. The predicates
follow from an assignment problem, which is exact once all actions are paired and an upper bound
before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from plancore.align.assignment import assign
from plancore.compare.optimal.graph import ModelGraph, Node, Order, parameter_orders
from plancore.model.record import record
from plancore.stop import Checkpoint, SpentError

LARGEST_EXCHANGED: Final = 30
"""Domains with more actions start from the given mapping without improving it first."""


@record
class NameMapping:
    """A one-to-one mapping of learned names to reference names, and orders of parameters by learned
    action: the k-th number is the position of the counterpart of the k-th parameter."""

    actions: dict[str, str]
    predicates: dict[str, str]
    constants: dict[str, str]
    orders: dict[str, Order]


class _Choice(NamedTuple):
    """The counterpart of one of our actions; None in its place if it has none."""

    action: str
    option: Option


_Prefix = tuple[_Choice | None, ...]


class Search:
    """One search, under one map of constants. Values count shared edges and nodes. `best` and
    `best_value` are the best mapping so far and its value."""

    def __init__(
        self,
        ours: ModelGraph,
        theirs: ModelGraph,
        constants: Mapping[str, str],
        checkpoint: Checkpoint,
    ) -> None:
        self.ours, self.theirs, self.constants = ours, theirs, constants
        self._checkpoint = checkpoint
        self.unit = unit_of(ours, theirs)
        self.pairs = PairOptions(ours, theirs, constants, self.unit)
        self.left = sorted(ours.actions, key=lambda name: -len(ours.actions[name].edges))
        self.right = list(theirs.actions)
        self.base = {
            (i, j): self._node_value(p, q)
            for i, p in enumerate(ours.predicates)
            for j, q in enumerate(theirs.predicates)
        }
        kinds = {node.kind for graph in (ours, theirs) for node in graph.actions.values()}
        self._kinds_differ = len(kinds) > 1
        self.best = NameMapping({}, {}, dict(constants), {})
        self.best_value = -1

    def try_start(self, start: NameMapping) -> None:
        """Take an initial mapping; actions that it leaves open are paired in order."""
        self._offer(self._completed(start))

    def improve(self) -> None:
        """Exchange the counterparts of two actions, and choose parameter orders again, while that
        helps. Raises SpentError; `best` is then the best so far."""
        if len(self.left) > LARGEST_EXCHANGED:
            return
        improved = True
        while improved:
            before = self.best_value
            for first, second in combinations(list(self.best.actions), 2):
                self._checkpoint()
                actions = dict(self.best.actions)
                actions[first], actions[second] = actions[second], actions[first]
                self._offer(self._reordered(actions, self.best.predicates))
            self._offer(self._reordered(self.best.actions, self.best.predicates))
            improved = self.best_value > before

    def run(self) -> int:
        """Search until done or `checkpoint` raises SpentError; return an upper bound."""
        unknown = self.unit * (self.ours.size + self.theirs.size)
        try:
            self.improve()
            self._prepare()
        except SpentError:
            return unknown
        bound = self._explored(self._root_bound())
        return max(self.best_value, bound) if self.pairs.complete else unknown

    def _explored(self, bound: int) -> int:
        """Search depth first, the most promising pair first; return an upper bound of the value."""
        stack: list[tuple[int, _Prefix]] = [(bound, ())]
        while stack:
            value, prefix = stack.pop()
            if value <= self.best_value:
                continue
            try:
                self._checkpoint()
                stack += self._children(prefix)
            except SpentError:
                # A partly expanded node counts as unexplored.
                return max([value, *(unexplored for unexplored, _ in stack)])
        return self.best_value

    def _node_value(self, ours: str, theirs: str) -> int:
        """The value of pairing two predicates, without their edges."""
        mine, counterpart = self.ours.declared.get(ours), self.theirs.declared.get(theirs)
        if mine is None or counterpart is None:
            return 0
        return self.unit + (mine == counterpart)

    def _prepare(self) -> None:
        """Compute the maximum value of each action, and of each predicate in it."""
        self.most: dict[tuple[str, str], int] = {}
        self.best_shares: dict[str, Shares] = {}
        for ours in self.left:
            best = self.best_shares[ours] = {}
            for theirs in self.right:
                self._checkpoint()
                self.most[ours, theirs] = self.pairs.most(ours, theirs)
                for option in self.pairs.options(ours, theirs):
                    for pair, value in option.shares.items():
                        best[pair] = max(best.get(pair, 0), value)
        self.most_of = {
            ours: max((self.most[ours, theirs] for theirs in self.right), default=0)
            for ours in self.left
        }

    def _root_bound(self) -> int:
        scores = {
            (i, j): float(self.most[ours, theirs])
            for i, ours in enumerate(self.left)
            for j, theirs in enumerate(self.right)
            if self.most[ours, theirs]
        }
        total = round(sum(scores[pair] for pair in assign(scores).items()))
        n_nodes = min(len(self.ours.declared), len(self.theirs.declared))
        return total + n_nodes * (self.unit + 1)

    def _children(self, prefix: _Prefix) -> list[tuple[int, _Prefix]]:
        depth = len(prefix)
        if depth == len(self.left):
            return []
        name = self.left[depth]
        taken = {choice.action for choice in prefix if choice is not None}
        free = [candidate for candidate in self.right if candidate not in taken]
        choices: list[_Choice | None] = [
            _Choice(candidate, option)
            for candidate in free
            for option in self.pairs.options(name, candidate)
        ]
        # Leave an action unpaired only if some must be, or if kinds differ.
        n_alone = sum(choice is None for choice in prefix)
        if not choices or n_alone < len(self.left) - len(self.right) or self._kinds_differ:
            choices.append(None)
        totals, fixed = _totals(prefix)
        rest = self.left[depth + 1 :]
        loose: Shares = {}
        for later in rest:
            _add(loose, self.best_shares[later])
        most_rest = sum(self.most_of[later] for later in rest)
        value_rest = sum(self._value_alone(later, free) for later in rest)
        children: list[tuple[int, _Prefix]] = []
        for choice in choices:
            self._checkpoint()
            mine, value = dict(totals), fixed
            if choice is not None:
                _add(mine, choice.option.shares)
                value += choice.option.value
            assigned, predicates = self._predicates_for(mine)
            if not rest:
                self._offer((value + assigned, self._named((*prefix, choice), predicates)))
                continue
            bound = value + assigned + most_rest
            if bound > self.best_value:
                _add(mine, loose)
                bound = min(bound, value + value_rest + self._predicates_for(mine)[0])
            if bound > self.best_value:
                children.append((bound, (*prefix, choice)))
        children.sort(key=lambda child: child[0])
        return children

    def _value_alone(self, name: str, free: list[str]) -> int:
        """The maximum value of pairing an action, without its predicates."""
        return max(
            (option.value for candidate in free for option in self.pairs.options(name, candidate)),
            default=0,
        )

    def _predicates_for(self, totals: Shares) -> tuple[int, dict[int, int]]:
        """The best mapping of predicates for the summed shares, and its value."""
        scores = {pair: float(value) for pair, value in self.base.items() if value}
        for pair, value in totals.items():
            scores[pair] = scores.get(pair, 0.0) + value
        pairs = assign(scores)
        return round(sum(scores[pair] for pair in pairs.items())), pairs

    def _completed(self, start: NameMapping) -> tuple[int, NameMapping]:
        actions = {
            a: b for a, b in start.actions.items() if a in self.ours.actions and b in self.right
        }
        free = [name for name in self.right if name not in set(actions.values())]
        for name in self.left:
            if name not in actions and free:
                types = self.ours.actions[name].types
                same_types = [
                    theirs for theirs in free if self.theirs.actions[theirs].types == types
                ]
                actions[name] = (same_types or free)[0]
                free.remove(actions[name])
        options = {a: self.pairs.option(a, b, start.orders.get(a)) for a, b in actions.items()}
        return self._valued(actions, options)

    def _reordered(
        self, actions: Mapping[str, str], predicates: Mapping[str, str]
    ) -> tuple[int, NameMapping]:
        """The mapping with these actions and their best parameter orders for these predicates."""
        our_number = {name: i for i, name in enumerate(self.ours.predicates)}
        their_number = {name: j for j, name in enumerate(self.theirs.predicates)}
        chosen = {(our_number[p], their_number[q]) for p, q in predicates.items()}

        def value(option: Option) -> int:
            return option.value + sum(v for pair, v in option.shares.items() if pair in chosen)

        options = {
            a: max(self.pairs.options(a, b), key=value, default=None) for a, b in actions.items()
        }
        return self._valued(actions, options)

    def _valued(
        self, actions: Mapping[str, str], options: Mapping[str, Option | None]
    ) -> tuple[int, NameMapping]:
        prefix: dict[str, _Choice] = {
            a: _Choice(actions[a], option) for a, option in options.items() if option is not None
        }
        totals, value = _totals(tuple(prefix.values()))
        assigned, predicates = self._predicates_for(totals)
        choices = tuple(prefix.get(name) for name in self.left)
        return value + assigned, self._named(choices, predicates)

    def _named(self, choices: _Prefix, predicates: Mapping[int, int]) -> NameMapping:
        pairs = [(a, c) for a, c in zip(self.left, choices, strict=True) if c is not None]
        return NameMapping(
            {name: choice.action for name, choice in pairs},
            {self.ours.predicates[i]: self.theirs.predicates[j] for i, j in predicates.items()},
            dict(self.constants),
            {name: choice.option.order for name, choice in pairs},
        )

    def _offer(self, candidate: tuple[int, NameMapping]) -> None:
        if candidate[0] > self.best_value:
            self.best_value, self.best = candidate


def unit_of(ours: ModelGraph, theirs: ModelGraph) -> int:
    """The value of a shared edge or node: more than the sum of all type agreements."""
    return (
        min(len(ours.declared), len(theirs.declared))
        + min(len(ours.actions), len(theirs.actions))
        + 1
    )


def _totals(prefix: _Prefix) -> tuple[Shares, int]:
    totals: Shares = {}
    value = 0
    for choice in prefix:
        if choice is not None:
            _add(totals, choice.option.shares)
            value += choice.option.value
    return totals, value


def _add(totals: Shares, more: Shares) -> None:
    for pair, value in more.items():
        totals[pair] = totals.get(pair, 0) + value


# The literals that two actions share, for each map of their parameters.

Shares: TypeAlias = dict[tuple[int, int], int]
"""For two predicates, ours and theirs, by index the value of the edges shared if they match."""


class Option(NamedTuple):
    """A pairing of two actions: the parameter order, its value without predicates, the shares."""

    order: Order
    value: int
    shares: Shares


class PairOptions:
    """The options of all pairs of actions, under one map of constants; computed on demand. A shared
    edge or node counts `unit`, which exceeds the sum of all type agreements."""

    def __init__(
        self, ours: ModelGraph, theirs: ModelGraph, constants: Mapping[str, str], unit: int
    ) -> None:
        self.ours, self.theirs, self.unit = ours, theirs, unit
        # A constant without a counterpart equals no other.
        self._constants = {name: constants.get(name, f"{name}'") for name in ours.constants}
        self._numbers = tuple(
            {name: k for k, name in enumerate(graph.predicates)} for graph in (ours, theirs)
        )
        self._their_keys: dict[str, dict[Hashable, Counter[int]]] = {}
        self._options: dict[tuple[str, str], tuple[Option, ...]] = {}
        self.complete = True
        """Whether all parameter orders of the pairs so far were considered."""

    def options(self, ours: str, theirs: str) -> tuple[Option, ...]:
        """The ways to pair two actions that are not dominated; none if they differ in kind."""
        options = self._options.get((ours, theirs))
        if options is None:
            options = self._options[ours, theirs] = self._best_options(
                self.ours.actions[ours], self.theirs.actions[theirs]
            )
        return options

    def option(self, ours: str, theirs: str, order: Order | None) -> Option | None:
        """The option with this order, or by position; None if the actions differ in kind."""
        our_node, their_node = self.ours.actions[ours], self.theirs.actions[theirs]
        if our_node.kind is not their_node.kind:
            return None
        return self._option(
            our_node, their_node, tuple(range(len(our_node.types))) if order is None else order
        )

    def most(self, ours: str, theirs: str) -> int:
        """The maximum value of a pair over all mappings of predicates."""
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
    """The maximum value of the shares over all assignments of predicates."""
    scores = {pair: float(value) for pair, value in shares.items()}
    return round(sum(scores[pair] for pair in assign(scores).items()))


def _outdoes(better: Option, worse: Option) -> bool:
    """Whether `better` is at least as good under every mapping of predicates."""
    return better.value >= worse.value and all(
        value <= better.shares.get(pair, 0) for pair, value in worse.shares.items()
    )
