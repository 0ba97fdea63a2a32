"""Plans that differ only in the order of steps that do not affect one another.

A plan is cut into layers: a step stands one layer below the last earlier step that it depends
on. Two plans with equal layers, each taken as a multiset, can be turned into one another by
swapping neighbouring independent steps, and only such plans can (the normal form of Cartier
and Foata, 1969).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Final, TypeAlias

from plancore.compare.plans import step_order
from plancore.model.plan import Plan

Footprint: TypeAlias = tuple[Iterable[Hashable], Iterable[Hashable], Iterable[Hashable]]
"""What a step reads, adds and deletes: facts, fluents, anything that can be compared.

Two steps depend on one another when one adds or deletes what the other reads, or adds what the
other deletes. That both add the same fact is no dependence.
"""


def layers(footprints: Iterable[Footprint]) -> list[int]:
    """The layer of each step, counted from 0; takes time linear in the footprints."""
    steps = list(footprints)
    # By item the deepest layer that reads, adds, deletes it. What nobody writes orders nothing.
    depths: dict[Hashable, list[int]] = {}
    for _, adds, deletes in steps:
        for item in (*adds, *deletes):
            if item not in depths:
                depths[item] = [-1, -1, -1]
    step_layers = []
    for step in steps:
        above = -1
        touched: list[tuple[list[int], int]] = []
        for field, (rival, other_rival) in _RIVALS:
            for item in step[field]:
                depth = depths.get(item)
                if depth is not None:
                    touched.append((depth, field))
                    above = max(above, depth[rival], depth[other_rival])
        layer = above + 1
        for depth, field in touched:
            depth[field] = max(depth[field], layer)
        step_layers.append(layer)
    return step_layers


_RIVALS: Final = ((0, (1, 2)), (1, (0, 2)), (2, (0, 1)))
"""For each field of a footprint those fields of an earlier one that it depends on."""


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


def _normal_form(plan: Plan, footprints: Sequence[Footprint]) -> list[tuple[int, tuple[str, ...]]]:
    """The steps of `plan` by layer, and by name inside one. A timed plan is taken in the order of
    its start times."""
    order = step_order(plan)
    depths = layers(footprints[index] for index in order)
    return sorted(zip(depths, (plan.step_keys[index] for index in order), strict=True))
