"""The mapping under which two domains share most, and a proof of optimality if possible.

Small domains are searched completely. In larger ones, actions that are the same under the same name
are fixed, with their predicates, and the others are searched; then only bounds for all mappings can
prove the result.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from time import monotonic
from typing import Final

from plancore.compare.optimal.graph import ModelGraph, constant_maps, most_shared
from plancore.compare.optimal.search import NameMapping, Search, unit_of
from plancore.model.domain import Domain
from plancore.model.record import record
from plancore.stop import NEVER, Checkpoint, SpentError, until

LARGEST: Final = 60
MOST_PREDICATES: Final = 120
"""Domains with more actions (`LARGEST`) or predicates are not searched completely."""

MOST_CONSTANT_MAPS: Final = 24


@record
class Optimum:
    """The best mapping found. The distance is a pair: edits, then changes of parameter lists.

    `lower_bound` is a proved bound of the number of edits; with `proved_optimal` the pair is
    minimal. Constructs other than literals are compared by their words only, so if an action has
    any, `edits` may be smaller than the real number.
    """

    mapping: NameMapping
    edits: int
    type_edits: int
    lower_bound: int
    proved_optimal: bool


def optimal_mapping(
    learned: Domain,
    reference: Domain,
    starts: Sequence[NameMapping],
    types: Mapping[str, str],
    settled: Collection[str],
    *,
    time_limit: float = 10.0,
    clock: Callable[[], float] = monotonic,
    checkpoint: Checkpoint = NEVER,
) -> Optimum:
    """Search for the mapping with the minimum distance for at most `time_limit` seconds.

    All mappings of actions and predicates are considered, of parameters by position or by type (see
    `parameter_orders`), and of constants to ones of their type or name (see `constant_maps`).
    `types` gives learned types their names in the reference. `starts` are initial mappings; good
    ones allow more pruning. `settled` are actions that are the same in both domains under the same
    name.
    """
    checkpoint = until(clock() + time_limit, clock, checkpoint)
    whole = ModelGraph(learned, types), ModelGraph(reference, {})
    lower = _lower_bound(*whole, checkpoint)
    ours, theirs = whole
    if not _is_small(whole):
        ours, theirs = _unsettled(learned, reference, types, settled)
    search = _Search(ours, theirs, starts)
    proved = search.run(checkpoint) if _is_small((ours, theirs)) else search.evaluate(checkpoint)
    if ours is whole[0]:
        lower = max(lower, search.lower_bound)
    mapping = search.best
    if ours is not whole[0]:
        same = {name: name for name in settled}
        rigid = {name: name for name in ours.rigid}
        mapping = NameMapping(
            same | mapping.actions, rigid | mapping.predicates, mapping.constants, mapping.orders
        )
        proved = False
    edits, type_edits = search.distance
    lower = min(lower, edits)
    return Optimum(mapping, edits, type_edits, lower, proved or (lower == edits and not type_edits))


def _is_small(graphs: Iterable[ModelGraph]) -> bool:
    return all(
        len(graph.actions) <= LARGEST and len(graph.predicates) <= MOST_PREDICATES
        for graph in graphs
    )


def _unsettled(
    learned: Domain, reference: Domain, types: Mapping[str, str], settled: Collection[str]
) -> tuple[ModelGraph, ModelGraph]:
    """The graphs without the settled actions and their predicates, which map to themselves."""
    fixed = ModelGraph(reference, {}, only=settled)
    rigid = {e.predicate for node in fixed.actions.values() for e in node.edges if e.predicate}

    def left(domain: Domain, types: Mapping[str, str]) -> ModelGraph:
        only = {action.name for action in domain.actions} - set(settled)
        return ModelGraph(domain, types, only, rigid)

    return left(learned, types), left(reference, {})


def _lower_bound(ours: ModelGraph, theirs: ModelGraph, checkpoint: Checkpoint) -> int:
    """A lower bound of the number of edits, without any search."""
    try:
        shared = most_shared(ours, theirs, checkpoint)
    except SpentError:
        shared = min(ours.n_edges, theirs.n_edges)
    shared += min(len(ours.actions), len(theirs.actions))
    shared += min(len(ours.declared), len(theirs.declared))
    return ours.size + theirs.size - 2 * shared


class _Search:
    """Searches for the best mapping over all maps of constants."""

    def __init__(self, ours: ModelGraph, theirs: ModelGraph, starts: Sequence[NameMapping]) -> None:
        self.ours, self.theirs, self.starts = ours, theirs, starts
        self.unit = unit_of(ours, theirs)
        self.best = NameMapping({}, {}, {}, {})
        self.best_value = 0
        self.bound = self.unit * (ours.size + theirs.size)

    def run(self, checkpoint: Checkpoint) -> bool:
        """Search all; return whether the result is proved optimal."""
        maps, complete = self._constant_maps()
        bound = 0
        for constants in maps:
            search = self._started(constants, checkpoint)
            bound = max(bound, search.run())
            self._take(search)
        if not complete:
            return False
        self.bound = bound
        return bound <= self.best_value

    def evaluate(self, checkpoint: Checkpoint) -> bool:
        """Take the best of the starts and improve it; nothing is proved."""
        for start in self.starts:
            search = self._started(start.constants, checkpoint)
            with suppress(SpentError):
                search.improve()
            self._take(search)
        return False

    @property
    def distance(self) -> tuple[int, int]:
        """The edits and the type edits of the best mapping."""
        n_shared, agree = divmod(self.best_value, self.unit)
        n_nodes = len(self.best.actions) + sum(
            p in self.ours.declared and q in self.theirs.declared
            for p, q in self.best.predicates.items()
        )
        return self.ours.size + self.theirs.size - 2 * n_shared, n_nodes - agree

    @property
    def lower_bound(self) -> int:
        """A lower bound of the number of edits of any mapping."""
        return self.ours.size + self.theirs.size - 2 * (self.bound // self.unit)

    def _started(self, constants: Mapping[str, str], checkpoint: Checkpoint) -> Search:
        search = Search(self.ours, self.theirs, constants, checkpoint)
        for start in self.starts:
            search.try_start(start)
        if search.best_value < self.best_value:
            search.best, search.best_value = self.best, self.best_value
        return search

    def _take(self, search: Search) -> None:
        if search.best_value > self.best_value:
            self.best, self.best_value = search.best, search.best_value

    def _constant_maps(self) -> tuple[list[dict[str, str]], bool]:
        """The maps of the used constants, those of the starts first, and whether these are all."""
        ours, theirs = (
            {name: graph.constants[name] for name in _used_constants(graph)}
            for graph in (self.ours, self.theirs)
        )
        maps: list[dict[str, str]] = []
        for start in self.starts:
            named = {name: start.constants.get(name, name) for name in ours}
            maps.append({name: image for name, image in named.items() if image in theirs})
        listed, complete = constant_maps(ours, theirs, MOST_CONSTANT_MAPS)
        distinct = {tuple(sorted(mapping.items())): mapping for mapping in (*maps, *listed)}
        return list(distinct.values()), complete


def _used_constants(graph: ModelGraph) -> list[str]:
    return sorted(set(_arguments(graph)) & graph.constants.keys())


def _arguments(graph: ModelGraph) -> Iterator[str]:
    for node in graph.actions.values():
        for edge in node.edges:
            yield from edge.args
