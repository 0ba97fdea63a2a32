"""Plans that differ only in the order of steps that do not affect one another.

A plan is cut into layers: a step stands one layer below the last earlier step that it depends
on. Two plans with equal layers, each taken as a multiset, can be turned into one another by
swapping neighbouring independent steps, and only such plans can (the normal form of Cartier
and Foata, 1969).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple

from plancore.model.plan import Plan


class Footprint(NamedTuple):
    """What a step reads and what it writes: facts, fluents, anything that can be compared.

    Two steps depend on one another when one writes what the other reads or writes; writing
    alike is an exception: of what both add, or both delete, the order does not matter.
    """

    reads: Iterable[Hashable]
    writes: Iterable[Hashable] = ()
    adds: Iterable[Hashable] = ()
    deletes: Iterable[Hashable] = ()


def layers(footprints: Iterable[Footprint]) -> list[int]:
    """The layer of each step, counted from 0; takes time linear in the footprints."""
    last: tuple[dict[Hashable, int], ...] = ({}, {}, {}, {})
    found = []
    for footprint in footprints:
        touched = [tuple(items) for items in footprint]
        above = -1
        for items, rivals in zip(touched, _RIVALS, strict=True):
            for rival in rivals:
                layer_of = last[rival]
                for item in items:
                    above = max(above, layer_of.get(item, -1))
        layer = above + 1
        for items, layer_of in zip(touched, last, strict=True):
            for item in items:
                layer_of[item] = max(layer_of.get(item, -1), layer)
        found.append(layer)
    return found


_RIVALS = ((1, 2, 3), (0, 1, 2, 3), (0, 1, 3), (0, 1, 2))
"""For each field of a footprint those fields of an earlier one that it depends on."""


def commuting_order(plan: Plan, footprints: Iterable[Footprint]) -> list[int]:
    """The steps of `plan` by layer, and by name inside one: its normal form.

    It is an order for `compare_plans`, which then aligns modulo commuting steps.
    """
    depth = layers(footprints)
    return sorted(range(len(plan.steps)), key=lambda index: (depth[index], plan.steps[index].key))


def same_partial_order(
    left: Plan,
    right: Plan,
    left_footprints: Sequence[Footprint],
    right_footprints: Sequence[Footprint],
) -> bool:
    """Whether the plans differ at most in the order of independent steps."""
    return len(left.steps) == len(right.steps) and _normal_form(
        left, left_footprints
    ) == _normal_form(right, right_footprints)


def _normal_form(plan: Plan, footprints: Sequence[Footprint]) -> list[tuple[int, tuple[str, ...]]]:
    depth = layers(footprints)
    return sorted((layer, step.key) for layer, step in zip(depth, plan.steps, strict=True))
