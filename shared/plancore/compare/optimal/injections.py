"""The one-to-one maps of parameters, and of constants, that types allow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count, islice, permutations, product
from math import perm, prod
from typing import Final, NamedTuple

MOST: Final = 1_000
"""More maps than this are not listed."""

Order = tuple[int, ...]
_Map = tuple[tuple[int, int], ...]


class Injections(NamedTuple):
    """Maps of n parameters to m parameters, that by position first.

    In a map the i-th number is the counterpart of the i-th parameter; numbers from m on stand for
    none. `complete` tells whether these are all maps.
    """

    orders: tuple[Order, ...]
    complete: bool


def parameter_orders(ours: Sequence[str], theirs: Sequence[str], most: int = MOST) -> Injections:
    """The maps of parameters with these types.

    One is by position, as names are compared. In all others as many parameters as possible stand
    for one of their own type, and what is left over on both sides stands for one another.
    """
    by_position = tuple(range(len(ours)))
    groups = [(_places(ours, kind), _places(theirs, kind)) for kind in sorted({*ours} | {*theirs})]
    n_left = [
        sum(max(0, len(group[side]) - len(group[1 - side])) for group in groups) for side in (0, 1)
    ]
    sizes = [*((len(sources), len(targets)) for sources, targets in groups), tuple(n_left)]
    if prod(perm(max(pair), min(pair)) for pair in sizes) > most:
        return Injections((by_position,), False)
    orders = dict.fromkeys([by_position])
    for chosen in product(*(_maps(sources, targets) for sources, targets in groups)):
        typed = tuple(chain.from_iterable(chosen))
        left = [i for i in by_position if i not in dict(typed)]
        taken = {j for _, j in typed}
        free = [j for j in range(len(theirs)) if j not in taken]
        for rest in _maps(left, free):
            orders[_order((*typed, *rest), len(ours), len(theirs))] = None
    return Injections(tuple(orders), True)


def constant_maps(
    ours: Mapping[str, str], theirs: Mapping[str, str], most: int
) -> tuple[list[dict[str, str]], bool]:
    """Maps of constants, given with their types: to one of the type or of the name.

    The likeliest ones first, at most `most`, and whether these are all.
    """
    maps = list(islice(_constant_maps(list(ours), ours, theirs), most + 1))
    return maps[:most], len(maps) <= most


def _constant_maps(
    names: list[str], ours: Mapping[str, str], theirs: Mapping[str, str]
) -> Iterator[dict[str, str]]:
    """Every map; what has no counterpart is left out. Maps that could be larger are not made."""
    stack: list[dict[str, str | None]] = [{}]
    while stack:
        chosen = stack.pop()
        if len(chosen) == len(names):
            if not _could_be_larger(chosen, ours, theirs):
                yield {name: image for name, image in chosen.items() if image is not None}
            continue
        name = names[len(chosen)]
        fitting = _fitting(name, ours, theirs)
        stack.append({**chosen, name: None})
        stack += [{**chosen, name: image} for image in fitting if image not in chosen.values()]


def _fitting(name: str, ours: Mapping[str, str], theirs: Mapping[str, str]) -> list[str]:
    """The constants that a constant may stand for, the one of its name last."""
    fitting = [
        candidate for candidate, kind in theirs.items() if kind == ours[name] or candidate == name
    ]
    return sorted(fitting, key=lambda candidate: candidate == name)


def _could_be_larger(
    chosen: Mapping[str, str | None], ours: Mapping[str, str], theirs: Mapping[str, str]
) -> bool:
    taken = set(chosen.values())
    return any(
        image is None and not taken.issuperset(_fitting(name, ours, theirs))
        for name, image in chosen.items()
    )


def _places(types: Sequence[str], kind: str) -> list[int]:
    return [place for place, type_name in enumerate(types) if type_name == kind]


def _maps(ours: Sequence[int], theirs: Sequence[int]) -> Iterable[_Map]:
    """The largest one-to-one maps between two groups."""
    if len(ours) <= len(theirs):
        return [tuple(zip(ours, images, strict=True)) for images in permutations(theirs, len(ours))]
    return [tuple(zip(chosen, theirs, strict=True)) for chosen in permutations(ours, len(theirs))]


def _order(pairs: _Map, n_ours: int, n_theirs: int) -> Order:
    counterpart, free = dict(pairs), count(n_theirs)
    return tuple(counterpart[i] if i in counterpart else next(free) for i in range(n_ours))
