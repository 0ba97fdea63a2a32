"""Plans that differ only in the order of commuting steps, and reordering one to follow another.

A plan is cut into layers: a step is one layer below the last earlier step that it depends on. Two
plans have equal layers, each as a multiset, exactly if one can be turned into the other by swapping
neighbouring independent steps (the normal form of Cartier and Foata, 1969).

`following_order` reorders a plan to follow another plan as closely as possible: dependent steps
keep their order (see `Footprint`), and the k-th occurrence of an action corresponds to the k-th one
of the other plan. If the plans differ only in the order of commuting steps, the result has exactly
the order of the other plan.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from typing import Final, TypeAlias

from plancore.compare.plans import PlanDiff, RowKind, step_order
from plancore.grouping import grouped
from plancore.model.plan import Plan, StepKey


def following_order(plan: Plan, footprints: Sequence[Footprint], other: Plan) -> list[int]:
    """The indices of the steps of `plan` in an equivalent order that follows `other`.

    For each step of `other` its partner comes next, after all that it depends on. Steps without a
    partner come before the next step of `plan` that has one, as soon as all that they depend on is
    done. Takes time linear in the footprints, apart from sorting.
    """
    order = step_order(plan)
    graph = _Dependences([footprints[index] for index in order])
    keys = [plan.step_keys[index] for index in order]
    partners = _partners(keys, [other.step_keys[index] for index in step_order(other)])
    return [order[place] for place in graph.followed(partners)]


def commuting_moves(diff: PlanDiff, order: Sequence[int]) -> frozenset[int]:
    """The moved steps of the learned plan that are, in `order`, between the same equal steps as in
    the reference. If `order` is equivalent to the plan's own, their move makes no difference."""
    places = {step: place for place, step in enumerate(step_order(diff.reference))}
    equal = {row.learned: row.reference for row in diff.rows if row.kind is RowKind.EQUAL}
    moved = {ours: places[its] for move in diff.moves for ours, its in zip(*move, strict=True)}

    def before(steps: Iterable[int], sign: int) -> Iterator[int]:
        """Yield the moved steps that are not after an equal step that they precede in the
        reference."""
        furthest = -len(places)
        for step in steps:
            if step in moved:
                if furthest < sign * moved[step]:
                    yield step
            elif (partner := equal.get(step)) is not None:
                furthest = max(furthest, sign * places[partner])

    return frozenset(before(order, 1)) & frozenset(before(reversed(order), -1))


def _partners(keys: Sequence[StepKey], other: Sequence[StepKey]) -> list[int]:
    """For each step of `other` with a partner in `keys` the position of the partner."""
    places = grouped((keys[place], place) for place in range(len(keys) - 1, -1, -1))
    return [places[key].pop() for key in other if places.get(key)]


class _Run:
    """Steps in succession with one kind of access to an item: all depend on the run before."""

    __slots__ = ("field", "members", "node")

    def __init__(self) -> None:
        self.field: int | None = None
        self.members: list[int] = []
        self.node: int | None = None
        """A node that represents the previous run: a dependency on it is one on all its steps."""


class _Dependences:
    """The graph of dependencies. The first nodes are the steps; the others represent the steps of a
    run, so that there is not an edge for each pair of steps."""

    def __init__(self, footprints: Sequence[Footprint]) -> None:
        self._n_steps = len(footprints)
        self._before: list[list[int]] = [[] for _ in footprints]
        self._after: list[list[int]] = [[] for _ in footprints]
        distinct = {id(footprint): footprint for footprint in footprints}
        # Items that no step writes impose no order.
        runs = {
            item: _Run() for _, adds, deletes in distinct.values() for item in (*adds, *deletes)
        }
        touched = {
            number: [(runs[item], field) for item, field in _fields(footprint) if item in runs]
            for number, footprint in distinct.items()
        }
        for step, footprint in enumerate(footprints):
            for run, field in touched[id(footprint)]:
                if field is None or run.field != field:
                    run.node = self._end_of(run)
                    run.field = field
                    run.members = []
                run.members.append(step)
                if run.node is not None:
                    self._edge(run.node, step)

    def _end_of(self, run: _Run) -> int | None:
        """A node after all steps of a run; None if there are none."""
        if len(run.members) < 2:
            return run.members[0] if run.members else None
        self._before.append([])
        self._after.append([])
        node = len(self._before) - 1
        for member in run.members:
            self._edge(member, node)
        return node

    def _edge(self, first: int, second: int) -> None:
        self._before[second].append(first)
        self._after[first].append(second)

    def followed(self, partners: Sequence[int]) -> Iterator[int]:
        """Yield every step after all that it depends on, if possible in the order of `partners`."""
        is_partner = bytearray(len(self._before))
        for step in partners:
            is_partner[step] = True
        waits_for = [len(before) for before in self._before]
        done = bytearray(len(self._before))
        free = [
            step for step in range(self._n_steps) if not waits_for[step] and not is_partner[step]
        ]

        def emit(node: int) -> None:
            """Mark a node as done, and all run nodes that then wait for nothing else."""
            taken = [node]
            while taken:
                node = taken.pop()
                done[node] = True
                for later in self._after[node]:
                    waits_for[later] -= 1
                    if waits_for[later]:
                        continue
                    if later >= self._n_steps:
                        taken.append(later)
                    elif not is_partner[later]:
                        heappush(free, later)

        for partner in (*partners, self._n_steps):
            while free and free[0] < partner:
                step = heappop(free)
                if not done[step]:
                    emit(step)
                    yield step
            if partner < self._n_steps and not done[partner]:
                for step in self._needed(partner, done):
                    emit(step)
                    yield step

    def _needed(self, step: int, done: bytearray) -> list[int]:
        """A step and all its unfinished dependencies, ascending."""
        needed = {step}
        stack = [step]
        while stack:
            for before in self._before[stack.pop()]:
                if not done[before] and before not in needed:
                    needed.add(before)
                    stack.append(before)
        return sorted(node for node in needed if node < self._n_steps)


def _fields(footprint: Footprint) -> Iterator[tuple[Hashable, int | None]]:
    """The access of a step to each item: 0 reads, 1 adds, 2 deletes; None for several of these."""
    fields: dict[Hashable, int | None] = {}
    for field, items in enumerate(footprint):
        for item in items:
            fields[item] = None if item in fields else field
    return iter(fields.items())


Footprint: TypeAlias = tuple[Iterable[Hashable], Iterable[Hashable], Iterable[Hashable]]
"""The items that a step reads, adds and deletes: facts, fluents, any hashable values. Two steps
depend on each other if one adds or deletes an item that the other reads, or adds an item that the
other deletes. If both add the same fact, they are independent."""


def layers(footprints: Iterable[Footprint]) -> list[int]:
    """The layer of each step, from 0. Takes time linear in the footprints. Steps that share a
    footprint object share its preparation."""
    steps = list(footprints)
    distinct = {id(footprint): footprint for footprint in steps}
    # By item the deepest layer that reads, adds, deletes it; without items that no step writes.
    depths: dict[Hashable, list[int]] = {}
    for _, adds, deletes in distinct.values():
        for item in (*adds, *deletes):
            if item not in depths:
                depths[item] = [-1, -1, -1]
    touched = {
        number: [
            (depth, field, *rivals)
            for field, rivals in _RIVALS
            for item in footprint[field]
            if (depth := depths.get(item)) is not None
        ]
        for number, footprint in distinct.items()
    }
    step_layers = []
    for step in steps:
        above = -1
        items = touched[id(step)]
        for depth, _, rival, other_rival in items:
            if depth[rival] > above:
                above = depth[rival]
            if depth[other_rival] > above:
                above = depth[other_rival]
        layer = above + 1
        for depth, field, _, _ in items:
            if depth[field] < layer:
                depth[field] = layer
        step_layers.append(layer)
    return step_layers


_RIVALS: Final = ((0, (1, 2)), (1, (0, 2)), (2, (0, 1)))
"""For each field of a footprint the fields of an earlier one that it depends on."""


def same_by_names(left: Plan, right: Plan) -> bool | None:
    """A quick answer to `same_partial_order` from the actions alone. False if the plans have other
    actions, True if the same in the same order, otherwise None."""
    if left.action_counts != right.action_counts:
        return False
    return True if _keys_in_order(left) == _keys_in_order(right) else None


def same_partial_order(
    left: Plan,
    right: Plan,
    left_footprints: Sequence[Footprint],
    right_footprints: Sequence[Footprint],
) -> bool:
    """Whether the plans differ at most in the order of independent steps."""
    if left.action_counts != right.action_counts:
        return False
    return _normal_form(left, left_footprints) == _normal_form(right, right_footprints)


def _normal_form(plan: Plan, footprints: Sequence[Footprint]) -> Counter[tuple[int, StepKey]]:
    """The number of occurrences of each step in each layer; timed plans are sorted by start."""
    depths = layers(footprints[index] for index in step_order(plan))
    return Counter(zip(depths, _keys_in_order(plan), strict=True))


def _keys_in_order(plan: Plan) -> list[StepKey]:
    return [plan.step_keys[index] for index in step_order(plan)]
