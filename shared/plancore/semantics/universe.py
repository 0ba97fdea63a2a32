"""Small worlds: which objects there are, and which of them the parameters of an action mean.

Parameters may coincide with each other and with constants, and every way to do so is a world of
its own: `(on ?x ?y)` and `(on ?y ?x)` are one atom when both mean the same block.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from plancore.model.formula import TypedName
from plancore.model.types import OBJECT, TypeHierarchy


@dataclass(frozen=True, slots=True)
class World:
    """Objects with their types, and the object of each parameter."""

    objects: tuple[TypedName, ...]
    arguments: tuple[str, ...]

    def members(self, hierarchy: TypeHierarchy, types: tuple[str, ...]) -> list[str]:
        """The objects that may stand where `types` is asked for."""
        return [o.name for o in self.objects if hierarchy.accepts(types, o.types)]


def worlds(
    parameters: Sequence[TypedName],
    constants: Sequence[TypedName],
    extra: Sequence[TypedName],
    hierarchy: TypeHierarchy,
) -> Iterator[World]:
    """Every world for `parameters`, those in which all are different first.

    `extra` are objects besides, for quantified variables; they are there in every world.
    """
    names = _fresh_names(constants)
    stack: list[tuple[int, tuple[int | str, ...], tuple[tuple[str, ...], ...]]] = [(0, (), ())]
    while stack:
        at, chosen, classes = stack.pop()
        if at == len(parameters):
            yield _world(chosen, classes, constants, extra, names)
            continue
        wanted = parameters[at].types
        options: list[tuple[int, tuple[int | str, ...], tuple[tuple[str, ...], ...]]] = []
        own = common_type(hierarchy, wanted, ())
        if own is not None:
            options.append((at + 1, (*chosen, len(classes)), (*classes, own)))
        for index, types in enumerate(classes):
            merged = common_type(hierarchy, wanted, types)
            if merged is not None:
                narrowed = (*classes[:index], merged, *classes[index + 1 :])
                options.append((at + 1, (*chosen, index), narrowed))
        options += [
            (at + 1, (*chosen, constant.name), classes)
            for constant in constants
            if hierarchy.accepts(wanted, constant.types)
        ]
        stack.extend(reversed(options))


def common_type(
    hierarchy: TypeHierarchy, one: tuple[str, ...], other: tuple[str, ...]
) -> tuple[str, ...] | None:
    """The most general type below both; None when no object can be of both."""
    below = [
        name
        for name in sorted(hierarchy.names)
        if hierarchy.accepts(one, (name,)) and hierarchy.accepts(other, (name,))
    ]
    if not below:
        return None
    best = max(below, key=lambda name: (len(hierarchy.subtypes(name)), name != OBJECT))
    return (best,)


def _world(
    chosen: tuple[int | str, ...],
    classes: tuple[tuple[str, ...], ...],
    constants: Sequence[TypedName],
    extra: Sequence[TypedName],
    names: Sequence[str],
) -> World:
    labels = names[: len(classes)]
    objects = (
        *constants,
        *(TypedName(label, types) for label, types in zip(labels, classes, strict=True)),
        *extra,
    )
    return World(objects, tuple(labels[c] if isinstance(c, int) else c for c in chosen))


def _fresh_names(constants: Sequence[TypedName]) -> list[str]:
    taken = {constant.name for constant in constants}
    letters = [*"abcdefghijklmnopqrstuvw", *(f"o{number}" for number in range(1, 200))]
    return [name for name in letters if name not in taken]
