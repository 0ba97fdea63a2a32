"""How much two domain models can have in common at most, found without any search.

All bounds take parameters and constants for interchangeable. The literals that two actions share
are bounded whatever the predicates are mapped to, and those that two predicates share whatever the
actions are mapped to; in both cases an assignment gives the most that a mapping could make of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from plancore.align.assignment import LARGEST, assign
from plancore.compare.optimal.graph import Bag, ModelGraph
from plancore.stop import NEVER, Checkpoint


def most_shared(ours: ModelGraph, theirs: ModelGraph, checkpoint: Checkpoint = NEVER) -> int:
    """An upper bound of the edges that any mapping makes equal."""
    actions = [[node.masked for node in graph.actions.values()] for graph in (ours, theirs)]
    bound: int = (_sum(actions[0]) & _sum(actions[1])).total()
    checkpoint()
    our_bags, our_rest = _by_predicate(ours)
    their_bags, their_rest = _by_predicate(theirs)
    paired = _most_paired(our_bags, their_bags, checkpoint) + (our_rest & their_rest).total()
    return min(bound, paired, _most_paired(actions[0], actions[1], checkpoint))


def _by_predicate(graph: ModelGraph) -> tuple[list[Bag], Bag]:
    """The edges of each predicate, and the edges and constructs that belong to no predicate."""
    bags: dict[str, Bag] = {name: Counter() for name in graph.predicates}
    rest: Bag = Counter()
    for node in graph.actions.values():
        rest += node.opaque
        for edge in node.edges:
            bag = rest if edge.predicate is None else bags[edge.predicate]
            bag[edge.masked] += 1
    return list(bags.values()), rest


def _most_paired(left: Sequence[Bag], right: Sequence[Bag], checkpoint: Checkpoint) -> int:
    """The most that bags of both sides, paired one to one, have in common."""
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
