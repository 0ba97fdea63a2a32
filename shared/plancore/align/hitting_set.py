"""Minimum hitting sets with conditions: choices of minimum weight that meet all demands.

A demand is a set of which one member must be chosen, possibly only if certain others are chosen.
Without conditions this is the minimum hitting set problem (Karp 1972). The search is branch and
bound: it branches on the open demand with fewest members, and the bound is a feasible solution of
the dual linear program, found greedily (Bar-Yehuda & Even, J. Algorithms 2, 1981).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from plancore.stop import Budget, SpentError

_LARGEST: Final = 300
"""The maximum number of members the search chooses, one per level of recursion."""


class Demand(NamedTuple):
    """One of `members` must be chosen if all of `where` are. Without members it forbids choosing
    all of `where`."""

    members: frozenset[int]
    where: frozenset[int] = frozenset()


def least_choice(
    demands: Iterable[Demand], weights: Sequence[int], budget: Budget
) -> frozenset[int] | None:
    """A set of minimum weight that meets all demands; None if there is none.

    Members are numbers below `len(weights)`; weights are positive. Exponential in the size of the
    result in the worst case. Raises SpentError if `budget`, in demands examined, is spent, or if
    about 300 connected members do not suffice.
    """
    chosen: set[int] = set()
    for group in _components(_without_dominated(list(demands), weights, budget)):
        part = _Search(group, weights, budget).least()
        if part is None:
            return None
        chosen |= part
    return frozenset(chosen)


def quick_choice(demands: Collection[Demand], weights: Sequence[int]) -> frozenset[int] | None:
    """A set that meets all demands, not always of minimum weight; None if none was found.
    Repeatedly adds the member that meets most demands for its weight (Chvátal, Math. of Operations
    Research 4, 1979). There may be a set even if the result is None."""
    chosen: set[int] = set()
    waiting = list(demands)
    while True:
        waiting = [demand for demand in waiting if demand.members.isdisjoint(chosen)]
        active = [demand for demand in waiting if demand.where <= chosen]
        if not active:
            return frozenset(chosen)
        gains = Counter(member for demand in active for member in demand.members)
        if not gains:
            return None
        chosen.add(min(gains, key=lambda m: (weights[m] / gains[m], m)))


def _without_dominated(
    demands: list[Demand], weights: Sequence[int], budget: Budget
) -> list[Demand]:
    """The demands without dominated members. A member is dominated by another one that is in all
    its demands, weighs no more, and is not a condition of any demand."""
    hits: dict[int, int] = {}
    for index, demand in enumerate(demands):
        for member in demand.members:
            hits[member] = hits.get(member, 0) | 1 << index
    conditions = {member for demand in demands for member in demand.where}
    # Keep the best member of each set of demands, so that few are compared.
    best: dict[int, int] = {}
    for member in sorted(hits, key=lambda m: (weights[m], m)):
        if member not in conditions:
            best.setdefault(hits[member], member)
    stand_ins = sorted(best.values(), key=lambda m: (-hits[m].bit_count(), weights[m], m))
    gone: set[int] = set()
    for member, mine in hits.items():
        budget.spend(len(stand_ins))
        for other in stand_ins:
            theirs = hits[other]
            if theirs.bit_count() < mine.bit_count():
                break
            if (
                other != member
                and other not in gone
                and mine & ~theirs == 0
                and (weights[other], other) < (weights[member], member)
            ):
                gone.add(member)
                break
    return [Demand(demand.members - gone, demand.where) for demand in demands]


def _components(demands: list[Demand]) -> Iterator[list[Demand]]:
    """The demands in groups without common members."""
    groups: list[tuple[set[int], list[Demand]]] = []
    for demand in demands:
        names = {*demand.members, *demand.where}
        mine = [demand]
        apart: list[tuple[set[int], list[Demand]]] = []
        for others, theirs in groups:
            if names.isdisjoint(others):
                apart.append((others, theirs))
            else:
                names |= others
                mine = theirs + mine
        groups = [*apart, (names, mine)]
    return (group for _, group in groups)


class _Search:
    """Branch and bound over one group of demands."""

    def __init__(self, demands: list[Demand], weights: Sequence[int], budget: Budget) -> None:
        self.demands = sorted(set(demands), key=lambda d: (len(d.members), sorted(d.members)))
        self.weights = weights
        self.budget = budget
        self.best = quick_choice(self.demands, weights)
        most = {member for demand in demands for member in demand.members}
        if self.best is not None:
            most &= self.best
        self.best_weight = sum(weights[member] for member in most) + (self.best is None)

    def least(self) -> frozenset[int] | None:
        """The minimum set; None if there is none."""
        self._visit(frozenset(), frozenset(), 0, self.demands)
        return self.best

    def _visit(
        self, chosen: frozenset[int], refused: frozenset[int], weight: int, demands: list[Demand]
    ) -> None:
        """Search for the best set that contains `chosen` and nothing of `refused`."""
        self.budget.spend(1 + len(demands))
        if len(chosen) > _LARGEST:
            raise SpentError
        unmet = [demand for demand in demands if demand.members.isdisjoint(chosen)]
        active = [demand.members - refused for demand in unmet if demand.where <= chosen]
        if not active:
            if weight < self.best_weight:
                self.best, self.best_weight = chosen, weight
            return
        bound, left = self._bound(active)
        if bound is None or weight + bound >= self.best_weight:
            return
        branch = min(active, key=len)
        coverage = {m: sum(m in members for members in active) for m in branch}
        # A member whose weight the bound has used up is likely in the result.
        order = sorted(branch, key=lambda m: (left.get(m, self.weights[m]), -coverage[m], m))
        for member in order:
            if weight + self.weights[member] < self.best_weight:
                self._visit(chosen | {member}, refused, weight + self.weights[member], unmet)
            refused |= {member}

    def _bound(self, active: list[frozenset[int]]) -> tuple[int | None, dict[int, int]]:
        """A lower bound of the cost of these demands, None if they cannot be met; and the remaining
        weights after each demand has raised its price as much as its members allow."""
        left: dict[int, int] = {}
        bound = 0
        for members in sorted(active, key=len):
            price = min((left.get(m, self.weights[m]) for m in members), default=None)
            if price is None:
                return None, left
            if price:
                bound += price
                for member in members:
                    left[member] = left.get(member, self.weights[member]) - price
        return bound, left
