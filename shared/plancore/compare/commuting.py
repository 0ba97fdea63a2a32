"""Plans that differ only in the order of steps that do not affect one another.

A plan is cut into layers: a step stands one layer below the last earlier step that it depends
on. Two plans with equal layers, each taken as a multiset, can be turned into one another by
swapping neighbouring independent steps, and only such plans can (the normal form of Cartier
and Foata, 1969).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from plancore.model.plan import Plan


class Footprint(NamedTuple):
    """What a step reads, adds and deletes: facts, fluents, anything that can be compared.

    Two steps depend on one another when one adds or deletes what the other reads, or adds what
    the other deletes. That both add the same fact is no dependence.
    """

    reads: Iterable[Hashable]
    adds: Iterable[Hashable] = ()
    deletes: Iterable[Hashable] = ()


AnyFootprint: TypeAlias = tuple[Iterable[Hashable], Iterable[Hashable], Iterable[Hashable]]
"""A `Footprint`, or three collections that mean the same."""


def layers(footprints: Iterable[AnyFootprint]) -> list[int]:
    """The layer of each step, counted from 0; takes time linear in the footprints."""
    read: dict[Hashable, int] = {}
    added: dict[Hashable, int] = {}
    deleted: dict[Hashable, int] = {}
    found = []
    for footprint in footprints:
        reads, adds, deletes = map(tuple, footprint)
        above = max(
            _deepest(reads, added),
            _deepest(reads, deleted),
            _deepest(adds, read),
            _deepest(adds, deleted),
            _deepest(deletes, read),
            _deepest(deletes, added),
        )
        layer = above + 1
        for items, depths in ((reads, read), (adds, added), (deletes, deleted)):
            for item in items:
                depths[item] = max(depths.get(item, -1), layer)
        found.append(layer)
    return found


def commuting_order(plan: Plan, footprints: Iterable[AnyFootprint]) -> list[int]:
    """The steps of `plan` by layer, and by name inside one: its normal form.

    It is an order for `compare_plans`, which then aligns modulo commuting steps.
    """
    depth = layers(footprints)
    return sorted(range(len(plan.steps)), key=lambda index: (depth[index], plan.steps[index].key))


def same_partial_order(
    left: Plan,
    right: Plan,
    left_footprints: Sequence[AnyFootprint],
    right_footprints: Sequence[AnyFootprint],
) -> bool:
    """Whether the plans differ at most in the order of independent steps."""
    return len(left.steps) == len(right.steps) and _normal_form(
        left, left_footprints
    ) == _normal_form(right, right_footprints)


def _normal_form(
    plan: Plan, footprints: Sequence[AnyFootprint]
) -> list[tuple[int, tuple[str, ...]]]:
    depth = layers(footprints)
    return sorted((layer, step.key) for layer, step in zip(depth, plan.steps, strict=True))


def _deepest(items: tuple[Hashable, ...], depths: dict[Hashable, int]) -> int:
    """The deepest layer known for any of the items, -1 for none."""
    return max((depths[item] for item in items if item in depths), default=-1)
