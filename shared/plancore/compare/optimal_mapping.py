"""The mapping of actions and predicates under which two domains have most literals in common.

Branch and bound. A node assigns the first k actions of the learned domain; the predicates follow
by an assignment problem, which is exact once all actions are assigned and an upper bound before.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from itertools import combinations
from time import monotonic
from typing import Final

from plancore.align.assignment import assign
from plancore.compare.correspondence import names_of
from plancore.formula.canonical import canonical_action
from plancore.model.domain import Action, Domain
from plancore.model.formula import TypedName
from plancore.model.record import record
from plancore.stop import NEVER, Checkpoint, SpentError, until

LARGEST: Final = 60
MOST_PREDICATES: Final = 120
"""Domains with more actions or predicates are not searched: the bounds alone take too long."""

LARGEST_EXCHANGED: Final = 30
"""Domains with more actions than this are searched from the given start as it is."""

_WORD: Final = re.compile(r"[^\s()]+")
_Bag = Counter[Hashable]


@record
class Mapping:
    """Learned names to reference names, each at most once."""

    actions: dict[str, str]
    predicates: dict[str, str]


@record
class Optimum:
    """The best mapping found. The distance is a pair: edits, then changes of parameter lists.

    `lower_bound` is proved for the number of edits; with `proved_optimal` the pair is the least.
    What is no literal is compared by its words only, so where there is such, `edits` may be less
    than what the mapping really takes.
    """

    mapping: Mapping
    edits: int
    type_edits: int
    lower_bound: int
    proved_optimal: bool


def is_searchable(learned: Domain, reference: Domain) -> bool:
    """Whether the domains are small enough for `optimal_mapping`."""
    return all(
        len(domain.actions) <= LARGEST and len(domain.predicates) <= MOST_PREDICATES
        for domain in (learned, reference)
    )


def optimal_mapping(
    learned: Domain,
    reference: Domain,
    starts: tuple[Mapping, ...] = (),
    *,
    time_limit: float = 10.0,
    clock: Callable[[], float] = monotonic,
    checkpoint: Checkpoint = NEVER,
) -> Optimum:
    """Search for the mapping of least distance for at most `time_limit` seconds.

    `starts` are mappings to begin with; the better they are, the more can be left out.
    """
    deadline = clock() + time_limit
    search = _Search(learned, reference, until(deadline, clock, checkpoint))
    return search.run(starts)


class _Graph:
    """A domain as a lifted domain model graph: types of nodes, and edges as bags of labels."""

    def __init__(self, domain: Domain) -> None:
        self.actions: dict[str, Action] = names_of(domain, "actions")
        self.predicates: dict[str, tuple[str, ...]] = {
            name: _types(predicate.parameters)
            for name, predicate in names_of(domain, "predicates").items()
        }
        self.edges: dict[str, dict[str, _Bag]] = {}
        # Equality is nobody's to rename, and what is no literal has no predicate to be an edge
        # to: both hang on the action alone.
        self.loose: dict[str, _Bag] = {}
        for name, action in self.actions.items():
            canonical = canonical_action(action)
            edges: dict[str, _Bag] = {}
            loose: _Bag = Counter()
            for part, elements in (
                ("pre", canonical.precondition),
                ("eff", canonical.effect),
                ("duration", canonical.duration),
            ):
                for element in elements.values():
                    if element.positive is None or element.predicate == "=":
                        loose[part, self._shape(element.key)] += 1
                        continue
                    context = self._shape(element.context)
                    label = (part, element.positive, element.time, context, element.args)
                    edges.setdefault(element.predicate, Counter())[label] += 1
                    self.predicates.setdefault(element.predicate, ())
            self.edges[name], self.loose[name] = edges, loose
        self.n_edges = sum(
            bag.total() for edges in self.edges.values() for bag in edges.values()
        ) + sum(bag.total() for bag in self.loose.values())
        self.types = {name: _types(a.parameters) for name, a in self.actions.items()}

    def _shape(self, key: str) -> str:
        """What of a condition stays the same whatever predicates are called: words in no order."""
        words = _WORD.findall(key)
        return " ".join(sorted("@" if word in self.predicates else word for word in words))


def _types(parameters: tuple[TypedName, ...]) -> tuple[str, ...]:
    """The types of a node: a multiset, for the order plays no part."""
    return tuple(sorted("/".join(sorted(p.types)) or "object" for p in parameters))


class _Search:
    """Values are scaled: an edge in common outweighs all changes of types together."""

    def __init__(self, learned: Domain, reference: Domain, checkpoint: Checkpoint) -> None:
        self.ours, self.theirs = _Graph(learned), _Graph(reference)
        self.checkpoint = checkpoint
        self.left = sorted(
            self.ours.actions,
            key=lambda name: -sum(bag.total() for bag in self.ours.edges[name].values()),
        )
        self.right = list(self.theirs.actions)
        n_ours, n_theirs = (
            len(graph.actions) + len(graph.predicates) for graph in (self.ours, self.theirs)
        )
        self.unit = 2 * (n_ours + n_theirs) + 1
        self.n_nodes_alone = abs(len(self.left) - len(self.right)) + abs(
            len(self.ours.predicates) - len(self.theirs.predicates)
        )
        self.our_predicates = list(self.ours.predicates)
        self.their_predicates = list(self.theirs.predicates)
        self._shared: dict[tuple[str, str], dict[tuple[int, int], int]] = {}
        self.base = {
            (i, j): 2 - (self.ours.predicates[p] != self.theirs.predicates[q])
            for i, p in enumerate(self.our_predicates)
            for j, q in enumerate(self.their_predicates)
        }

    def run(self, starts: tuple[Mapping, ...]) -> Optimum:
        best, best_value = Mapping({}, {}), -1
        for start in starts:
            value, mapping = self._evaluated(start.actions)
            if value > best_value:
                best, best_value = mapping, value
        proved, bound = False, self.unit * min(self.ours.n_edges, self.theirs.n_edges)
        try:
            for better in self._improved(best, best_value):
                best, best_value = better
            self._prepare()
            bound = min(self._root_bound(), bound + self.unit - 1)
            frontier = _Frontier(self, best, best_value)
            best, best_value, open_bound = frontier.explore()
            proved = open_bound is None
            bound = best_value if open_bound is None else min(bound, open_bound)
        except SpentError:
            pass
        bound = max(bound, best_value)
        edits, type_edits = self._distance(best)
        lower = self._edits(bound // self.unit)
        return Optimum(best, edits, type_edits, min(lower, edits), proved)

    def action_value(self, ours: str, theirs: str) -> int:
        """What pairing two actions is worth by itself."""
        loose = (self.ours.loose[ours] & self.theirs.loose[theirs]).total()
        return self.unit * loose + 2 - (self.ours.types[ours] != self.theirs.types[theirs])

    def shared(self, ours: str, theirs: str) -> dict[tuple[int, int], int]:
        """For two actions and each pair of predicates how many edges they would share."""
        known = self._shared.get((ours, theirs))
        if known is None:
            known = {}
            for i, p in enumerate(self.our_predicates):
                bag = self.ours.edges[ours].get(p)
                if bag is None:
                    continue
                for j, q in enumerate(self.their_predicates):
                    other = self.theirs.edges[theirs].get(q)
                    if other is not None:
                        both = (bag & other).total()
                        if both:
                            known[i, j] = both * self.unit
            self._shared[ours, theirs] = known
        return known

    def predicates_for(self, totals: dict[tuple[int, int], int]) -> tuple[int, dict[int, int]]:
        """The best mapping of predicates for summed-up shares, and its value."""
        scores = {pair: float(value) for pair, value in self.base.items()}
        for pair, value in totals.items():
            scores[pair] += value
        pairs = assign(scores)
        return round(sum(scores[pair] for pair in pairs.items())), pairs

    def _prepare(self) -> None:
        """The greatest value of each pair of actions, whatever the predicates are mapped to."""
        self.most: dict[tuple[str, str], int] = {}
        for one in self.left:
            self.checkpoint()
            for other in self.right:
                shared = self.shared(one, other)
                scores = {pair: float(value) for pair, value in shared.items()}
                total = sum(scores[pair] for pair in assign(scores).items())
                self.most[one, other] = round(total) + self.action_value(one, other)
        self.most_of = {
            one: max((self.most[one, other] for other in self.right), default=0)
            for one in self.left
        }
        self.best_shared: dict[str, dict[tuple[int, int], int]] = {}
        for one in self.left:
            best: dict[tuple[int, int], int] = {}
            for other in self.right:
                for pair, value in self.shared(one, other).items():
                    best[pair] = max(best.get(pair, 0), value)
            self.best_shared[one] = best

    def _root_bound(self) -> int:
        scores = {
            (i, j): float(self.most[one, other])
            for i, one in enumerate(self.left)
            for j, other in enumerate(self.right)
        }
        total = round(sum(scores[pair] for pair in assign(scores).items()))
        return total + 2 * min(len(self.our_predicates), len(self.their_predicates))

    def _evaluated(self, actions: dict[str, str]) -> tuple[int, Mapping]:
        """The best mapping with these actions; those left over are paired as they come."""
        pairs = {a: b for a, b in actions.items() if a in self.ours.actions and b in self.right}
        free = [name for name in self.right if name not in set(pairs.values())]
        for name in self.left:
            if name not in pairs and free:
                same = [n for n in free if self.theirs.types[n] == self.ours.types[name]]
                pairs[name] = (same or free)[0]
                free.remove(pairs[name])
        totals: dict[tuple[int, int], int] = {}
        for one, other in pairs.items():
            _add(totals, self.shared(one, other))
        value, found = self.predicates_for(totals)
        value += sum(self.action_value(one, other) for one, other in pairs.items())
        return value, self.named(pairs, found)

    def _improved(self, best: Mapping, best_value: int) -> Iterator[tuple[Mapping, int]]:
        """Exchange the counterparts of two actions as long as that is better, step by step."""
        names = list(best.actions) if len(self.left) <= LARGEST_EXCHANGED else []
        improved = True
        while improved:
            improved = False
            for one, other in combinations(names, 2):
                self.checkpoint()
                actions = dict(best.actions)
                actions[one], actions[other] = actions[other], actions[one]
                value, mapping = self._evaluated(actions)
                if value > best_value:
                    best, best_value, improved = mapping, value, True
                    yield best, best_value

    def named(self, actions: dict[str, str], predicates: dict[int, int]) -> Mapping:
        """A mapping with the predicates by name."""
        return Mapping(
            actions,
            {self.our_predicates[i]: self.their_predicates[j] for i, j in predicates.items()},
        )

    def _edits(self, n_shared: int) -> int:
        return self.n_nodes_alone + self.ours.n_edges + self.theirs.n_edges - 2 * n_shared

    def _distance(self, mapping: Mapping) -> tuple[int, int]:
        """The pair of distances that `mapping` makes."""
        number = {name: i for i, name in enumerate(self.our_predicates)}
        other_number = {name: j for j, name in enumerate(self.their_predicates)}
        chosen = {(number[p], other_number[q]) for p, q in mapping.predicates.items()}
        shared = sum(
            value // self.unit
            for one, other in mapping.actions.items()
            for pair, value in self.shared(one, other).items()
            if pair in chosen
        ) + sum(
            (self.ours.loose[one] & self.theirs.loose[other]).total()
            for one, other in mapping.actions.items()
        )
        type_edits = sum(
            self.ours.types[one] != self.theirs.types[other]
            for one, other in mapping.actions.items()
        ) + sum(
            self.ours.predicates[p] != self.theirs.predicates[q]
            for p, q in mapping.predicates.items()
        )
        return self._edits(shared), type_edits


class _Frontier:
    """Depth first, the most promising pair first, with an explicit stack."""

    def __init__(self, search: _Search, best: Mapping, best_value: int) -> None:
        self.search = search
        self.best, self.best_value = best, best_value
        self.stack: list[tuple[int, tuple[str | None, ...]]] = [(2**62, ())]

    def explore(self) -> tuple[Mapping, int, int | None]:
        """The best mapping, its value, and what the unexplored rest could be worth at most."""
        while self.stack:
            bound, prefix = self.stack.pop()
            if bound <= self.best_value:
                continue
            try:
                self.search.checkpoint()
                self._expand(prefix)
            except SpentError:
                # Half looked at is not looked at: it counts with what is open.
                return self.best, self.best_value, max([bound, *(b for b, _ in self.stack)])
        return self.best, self.best_value, None

    def _expand(self, prefix: tuple[str | None, ...]) -> None:
        search = self.search
        depth = len(prefix)
        if depth == len(search.left):
            return
        name = search.left[depth]
        free = [other for other in search.right if other not in prefix]
        choices: list[str | None] = list(free)
        # An action stays alone only where there are more of ours than of theirs.
        if prefix.count(None) < len(search.left) - len(search.right):
            choices.append(None)
        children: list[tuple[int, tuple[str | None, ...]]] = []
        totals, fixed = self._totals(prefix)
        rest = search.left[depth + 1 :]
        loose_rest: dict[tuple[int, int], int] = {}
        for one in rest:
            _add(loose_rest, search.best_shared[one])
        value_rest = sum(
            max((search.action_value(one, other) for other in free), default=0) for one in rest
        )
        most_rest = sum(search.most_of[one] for one in rest)
        for choice in choices:
            search.checkpoint()
            mine = dict(totals)
            value = fixed
            if choice is not None:
                _add(mine, search.shared(name, choice))
                value += search.action_value(name, choice)
            assigned, predicates = search.predicates_for(mine)
            if depth + 1 == len(search.left):
                self._offer(value + assigned, (*prefix, choice), predicates)
                continue
            bound = value + assigned + most_rest
            if bound > self.best_value:
                _add(mine, loose_rest)
                bound = min(bound, value + value_rest + search.predicates_for(mine)[0])
            if bound > self.best_value:
                children.append((bound, (*prefix, choice)))
        children.sort(key=lambda child: child[0])
        self.stack += children

    def _totals(self, prefix: tuple[str | None, ...]) -> tuple[dict[tuple[int, int], int], int]:
        totals: dict[tuple[int, int], int] = {}
        value = 0
        for one, other in zip(self.search.left, prefix, strict=False):
            if other is not None:
                _add(totals, self.search.shared(one, other))
                value += self.search.action_value(one, other)
        return totals, value

    def _offer(
        self, value: int, choices: tuple[str | None, ...], predicates: dict[int, int]
    ) -> None:
        if value > self.best_value:
            pairs = zip(self.search.left, choices, strict=True)
            actions = {one: other for one, other in pairs if other is not None}
            self.best = self.search.named(actions, predicates)
            self.best_value = value


def _add(totals: dict[tuple[int, int], int], more: dict[tuple[int, int], int]) -> None:
    for pair, value in more.items():
        totals[pair] = totals.get(pair, 0) + value
