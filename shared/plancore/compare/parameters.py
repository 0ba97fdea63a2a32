"""The parameters of two actions that belong together: how they differ, and the names that follow.

Which belong together is by position, or by an order that `parameter_order` finds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from plancore.compare.changes import ChangeKind
from plancore.compare.reconciling import Reconciler
from plancore.formula.naming import AS_WRITTEN, Naming, Shape
from plancore.model.domain import Action, Domain
from plancore.model.formula import TypedName
from plancore.model.record import record


@record
class ParameterChange:
    """A parameter that one side lacks, or whose types differ.

    `position` counts from 0, in the reference; of an extra parameter, in the learned action.
    """

    kind: ChangeKind
    position: int
    learned: TypedName | None
    reference: TypedName | None


def parameter_changes(
    learned: Action | None,
    reference: Action | None,
    order: tuple[int, ...] | None,
    naming: Naming,
) -> dict[int, ParameterChange]:
    """What parameters differ in, by their numbers in the reference's order."""
    if learned is None or reference is None:
        return {}
    changes: dict[int, ParameterChange] = {}
    for number, ours, theirs in _pairs(learned, reference, order):
        if ours is None:
            changes[number] = ParameterChange(ChangeKind.MISSING, number, None, theirs)
        elif theirs is None:
            position = learned.parameters.index(ours)
            changes[number] = ParameterChange(ChangeKind.EXTRA, position, ours, None)
        elif naming.type_names(ours.types) != AS_WRITTEN.type_names(theirs.types):
            changes[number] = ParameterChange(ChangeKind.CHANGED, number, ours, theirs)
    return changes


def namings(
    learned: Action | None,
    reference: Action | None,
    order: tuple[int, ...] | None,
    reconciler: Reconciler,
) -> tuple[Naming, Naming]:
    """The namings from the reference to the learned action and back."""
    to_learned, to_reference = reconciler.to_learned, reconciler.to_reference
    if learned is None or reference is None:
        return to_learned, to_reference
    pairs = _pairs(learned, reference, order)
    implicit = [ours for _, ours, theirs in pairs if ours is not None and theirs is None]
    to_learned = with_fillers(to_learned, implicit, reconciler.learned)
    return (
        to_learned.with_terms(_counterparts((theirs, ours) for _, ours, theirs in pairs)),
        to_reference.with_terms(_counterparts((ours, theirs) for _, ours, theirs in pairs)),
    )


def _counterparts(
    pairs: Iterable[tuple[TypedName | None, TypedName | None]],
) -> dict[str, str]:
    """For each first name that of its counterpart; without one, its own or the next free name."""
    all_pairs = list(pairs)
    taken = {theirs.name for _, theirs in all_pairs if theirs is not None}
    counterparts: dict[str, str] = {}
    for ours, theirs in all_pairs:
        if ours is None:
            continue
        free = ours.name if theirs is None else theirs.name
        number = 0
        while theirs is None and free in taken:
            number += 1
            free = f"{ours.name}{number}"
        taken.add(free)
        counterparts[ours.name] = free
    return counterparts


def _pairs(
    learned: Action, reference: Action, order: tuple[int, ...] | None
) -> list[tuple[int, TypedName | None, TypedName | None]]:
    """The parameters of both that belong together: the reference's in order, then extra ones.

    Each pair has its number; the learned one comes first.
    """
    numbers = order if order is not None else range(len(learned.parameters))
    at = dict(zip(numbers, learned.parameters, strict=True))
    size = len(reference.parameters)
    pairs: list[tuple[int, TypedName | None, TypedName | None]] = [
        (position, at.get(position), parameter)
        for position, parameter in enumerate(reference.parameters)
    ]
    return pairs + [(number, at[number], None) for number in sorted(at) if number >= size]


def with_fillers(naming: Naming, implicit: Sequence[TypedName], learned: Domain) -> Naming:
    """`naming` from the reference to the learned domain, with words for what it leaves blank.

    `implicit` are the parameters of the learned action that the reference's lacks. One of them
    fills a blank where its type fits and no other's does: the robot that the reference never
    mentions.
    """
    if not implicit or not naming.shapes:
        return naming
    declared = {predicate.name: predicate for predicate in reversed(learned.predicates)}

    def filled(name: str, shape: Shape) -> Shape:
        predicate = declared.get(naming.predicates.get(name, name))
        types = [p.types for p in predicate.parameters] if predicate is not None else []

        def fitting(place: int) -> list[str]:
            asked = types[place : place + 1]
            accepts = learned.hierarchy.accepts
            return [p.name for p in implicit for of in asked if accepts(of, p.types)]

        return shape.filled(fitting)

    return replace(naming, shapes={n: filled(n, shape) for n, shape in naming.shapes.items()})
