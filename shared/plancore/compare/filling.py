"""Literals of the reference said in the learned action's words, implicit arguments included."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from plancore.formula.naming import Naming, Shape
from plancore.model.domain import Domain, Predicate
from plancore.model.formula import TypedName


def with_fillers(naming: Naming, implicit: Sequence[TypedName], learned: Domain) -> Naming:
    """`naming` from the reference to the learned domain, with words for what it leaves blank.

    `implicit` are the parameters of the learned action that the reference's lacks. One of them
    fills a blank where its type fits and no other's does: the robot that the reference never
    mentions.
    """
    if not implicit or not naming.shapes:
        return naming
    declared = {predicate.name: predicate for predicate in reversed(learned.predicates)}
    shapes: Mapping[str, Shape] = {
        name: _filled(shape, declared.get(naming.predicates.get(name, name)), implicit, learned)
        for name, shape in naming.shapes.items()
    }
    return replace(naming, shapes=shapes)


def _filled(
    shape: Shape, predicate: Predicate | None, implicit: Sequence[TypedName], learned: Domain
) -> Shape:
    if predicate is None or None not in shape.places:
        return shape
    fillers: dict[int, str] = {}
    for place, parameter in enumerate(predicate.parameters[: len(shape.places)]):
        if shape.places[place] is None:
            fitting = [
                candidate
                for candidate in implicit
                if learned.hierarchy.accepts(parameter.types, candidate.types)
            ]
            if len(fitting) == 1:
                fillers[place] = fitting[0].name
    return replace(shape, fillers=fillers)
