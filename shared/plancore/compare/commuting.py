"""Plans that differ only in the order of steps that do not affect one another.

A plan is cut into layers: a step stands one layer below the last earlier step that it depends
on. Two plans with equal layers, each taken as a multiset, can be turned into one another by
swapping neighbouring independent steps, and only such plans can (the normal form of Cartier
and Foata, 1969).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import Final, TypeAlias

from plancore.compare.plans import step_order
from plancore.model.plan import Plan, StepKey

Footprint: TypeAlias = tuple[Iterable[Hashable], Iterable[Hashable], Iterable[Hashable]]
"""What a step reads, adds and deletes: facts, fluents, anything that can be compared.

Two steps depend on one another when one adds or deletes what the other reads, or adds what the
other deletes. That both add the same fact is no dependence.
"""


def layers(footprints: Iterable[Footprint]) -> list[int]:
    """The layer of each step, counted from 0; takes time linear in the footprints.

    What several steps have in common is looked at once where they share one footprint.
    """
    steps = list(footprints)
    distinct = {id(footprint): footprint for footprint in steps}
    # By item the deepest layer that reads, adds, deletes it. What nobody writes orders nothing.
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
"""For each field of a footprint those fields of an earlier one that it depends on."""


def same_by_names(left: Plan, right: Plan) -> bool | None:
    """What the actions of two plans tell of `same_partial_order`, whatever these touch: false of
    other actions, true of the same ones in the same order, None of all else."""
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
    """How often each step stands in each layer of `plan`. A timed plan is taken in the order of
    its start times."""
    depths = layers(footprints[index] for index in step_order(plan))
    return Counter(zip(depths, _keys_in_order(plan), strict=True))


def _keys_in_order(plan: Plan) -> list[StepKey]:
    return [plan.step_keys[index] for index in step_order(plan)]
