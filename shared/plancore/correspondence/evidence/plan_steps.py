"""What plans say: actions that are applied to the same objects, at the same points of their lives.

Two plans of one task touch the same objects, whatever actions are called, and what happens to an
object first in one plan happens to it first in the other. Objects are the same where their names
are; of those that only one of two plans mentions nothing is asked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain, islice, product
from typing import Final, NamedTuple

from plancore.correspondence.known import plain
from plancore.correspondence.pairs import Pair
from plancore.model.plan import Plan

MOST_STEPS: Final = 1_000
"""So many steps of each plan are looked at."""

LEAST: Final = 0.25
"""Pairs of actions of whose steps less is the same are no evidence."""

_WITHOUT_OBJECTS: Final = 0.4
"""The weight of steps without an object in common: only how many they are, and when, is known."""


class SameSteps(NamedTuple):
    """How much of the steps of two actions is the same (Dice, in 0..1), and in which share of them
    the same objects stand at two places."""

    share: float
    places: Mapping[tuple[int, int], float]


StepsInCommon = Mapping[Pair, SameSteps]

NO_STEPS: Final = SameSteps(0.0, {})


class _Applied(NamedTuple):
    """A step: its objects, None for those of one plan alone, and when it comes, in 0..1: among the
    steps of each of its objects, or of the plan where it has none."""

    objects: tuple[str | None, ...]
    times: tuple[float, ...]


def steps_in_common(plans: Iterable[tuple[Plan, Plan]]) -> StepsInCommon:
    """The actions of both sides that are applied alike. Each two `plans` are of one task."""
    ours: dict[str, dict[int, list[_Applied]]] = {}
    theirs: dict[str, dict[int, list[_Applied]]] = {}
    for task, both in enumerate(plans):
        mine, yours = (list(islice(_steps(plan), MOST_STEPS)) for plan in both)
        shared = {*chain.from_iterable(args for _, args in mine)}
        shared &= {*chain.from_iterable(args for _, args in yours)}
        for side, steps in ((ours, mine), (theirs, yours)):
            for name, applied in _applied(steps, shared):
                side.setdefault(name, {}).setdefault(task, []).append(applied)
    common = {(a, b): _compared(ours[a], theirs[b]) for a, b in product(ours, theirs)}
    return {pair: same for pair, same in common.items() if same.share >= LEAST}


def _steps(plan: Plan) -> Iterator[tuple[str, tuple[str, ...]]]:
    for step in plan.steps:
        for action in step.actions:
            yield action.name, tuple(map(plain, action.args))


def _applied(
    steps: list[tuple[str, tuple[str, ...]]], shared: Collection[str]
) -> Iterator[tuple[str, _Applied]]:
    """The actions of a plan, each with its objects of `shared`."""
    lives: dict[str, list[int]] = {}
    for number, (_, args) in enumerate(steps):
        for name in dict.fromkeys(args):
            lives.setdefault(name, []).append(number)
    turns = {
        (name, number): turn / max(1, len(life) - 1)
        for name, life in lives.items()
        for turn, number in enumerate(life)
    }
    for number, (name, args) in enumerate(steps):
        objects = tuple(arg if arg in shared else None for arg in args)
        times = tuple(turns[arg, number] for arg in sorted({o for o in objects if o is not None}))
        yield name, _Applied(objects, times or (number / max(1, len(steps) - 1),))


def _compared(
    ours: Mapping[int, list[_Applied]], theirs: Mapping[int, list[_Applied]]
) -> SameSteps:
    """The steps of two actions, by task, matched one to one in their order where they have the
    same of the objects that both actions are applied to."""
    total = 0.0
    places: dict[tuple[int, int], float] = {}
    for task in ours.keys() & theirs.keys():
        both = _objects(ours[task]) & _objects(theirs[task])
        groups = _by_objects(theirs[task], both)
        for key, steps in _by_objects(ours[task], both).items():
            for mine, yours in zip(steps, groups.get(key, ()), strict=False):
                weight = _weight(len(key), mine, yours)
                total += weight
                for (k, one), (n, other) in product(
                    enumerate(mine.objects), enumerate(yours.objects)
                ):
                    if one is not None and one == other:
                        places[k, n] = places.get((k, n), 0.0) + weight
    n_steps = sum(map(len, ours.values())) + sum(map(len, theirs.values()))
    return SameSteps(2 * total / n_steps, {p: vote / total for p, vote in places.items() if vote})


def _objects(steps: Iterable[_Applied]) -> set[str]:
    return {name for step in steps for name in step.objects if name is not None}


def _by_objects(
    steps: Iterable[_Applied], objects: Collection[str]
) -> Mapping[tuple[str, ...], list[_Applied]]:
    groups: dict[tuple[str, ...], list[_Applied]] = {}
    for step in steps:
        own = [name for name in step.objects if name is not None and name in objects]
        groups.setdefault(tuple(sorted(own)), []).append(step)
    return groups


def _weight(n_same: int, mine: _Applied, yours: _Applied) -> float:
    """How much two steps have in common: the share of their objects, at the same time."""
    n_objects = sum(name is not None for name in (*mine.objects, *yours.objects))
    share = 2 * n_same / n_objects if n_objects else _WITHOUT_OBJECTS
    gaps = [abs(one - other) for one, other in zip(mine.times, yours.times, strict=False)]
    return share * (1 - sum(gaps) / len(gaps))
