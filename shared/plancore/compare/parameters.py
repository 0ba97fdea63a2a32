"""Corresponding parameters of two actions: their differences, and the names that follow.

They correspond by position, or by an order that `better_order` finds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import StrEnum

from plancore.align.assignment import assign
from plancore.compare.changes import ChangeKind, Part
from plancore.compare.reconciling import Reconciler
from plancore.formula.canonical import CanonicalAction
from plancore.formula.naming import AS_WRITTEN, Naming, Shape
from plancore.model.domain import Action, Domain
from plancore.model.formula import TypedName
from plancore.model.record import record


@record
class ParameterChange:
    """A parameter that one side lacks, or with different types. `position` counts from 0, in the
    reference; for an extra parameter, in the learned action."""

    kind: ChangeKind
    position: int
    learned: TypedName | None
    reference: TypedName | None


def parameter_changes(
    learned: Action | None, reference: Action | None, order: tuple[int, ...] | None, naming: Naming
) -> dict[int, ParameterChange]:
    """The differences of parameters, by position in the reference's order."""
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


def _counterparts(pairs: Iterable[tuple[TypedName | None, TypedName | None]]) -> dict[str, str]:
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
    """The corresponding parameters with their positions: the reference's in order, then extra ones.
    In each entry the learned parameter precedes the reference's."""
    numbers = order if order is not None else range(len(learned.parameters))
    at = dict(zip(numbers, learned.parameters, strict=True))
    size = len(reference.parameters)
    pairs: list[tuple[int, TypedName | None, TypedName | None]] = [
        (position, at.get(position), parameter)
        for position, parameter in enumerate(reference.parameters)
    ]
    return pairs + [(number, at[number], None) for number in sorted(at) if number >= size]


def with_fillers(naming: Naming, implicit: Sequence[TypedName], learned: Domain) -> Naming:
    """`naming` from the reference to the learned domain, with names for blank arguments.

    `implicit` are the parameters of the learned action that the reference's lacks, such as a robot
    that the reference never mentions. One of them fills a blank if it is the only one with a
    fitting type.
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


# Another order of parameters: the position of the counterpart of each learned parameter.

_Literal = tuple[Part, bool | None, str, str, tuple[str, ...]]


class ParameterOrder(StrEnum):
    """How the parameters of two actions are matched."""

    POSITION = "position"
    """By position, as metrics are defined and plans are printed."""
    CLEARLY_BETTER = "clearly-better"
    """In another order if that at least halves the differences and equals two more literals."""
    BEST = "best"
    """In the order with the most equal literals."""


def better_order(
    learned: CanonicalAction, reference: CanonicalAction, how: ParameterOrder
) -> tuple[int, ...] | None:
    """For each learned parameter the position of its counterpart; None: by position. Only
    parameters of the same types are exchanged. The search climbs from the identity, and from the
    assignment in which parameters share most occurrences, by exchanging two at a time."""
    n_ours = len(learned.action.parameters)
    if how is ParameterOrder.POSITION or n_ours < 2:
        return None
    ours, theirs = _literals(learned), _literals(reference)
    if not ours or not theirs or ours == theirs:
        return None
    identity = tuple(range(n_ours))
    best, best_equal = identity, _n_equal(ours, theirs, identity)
    before = best_equal
    gain = 2 if how is ParameterOrder.CLEARLY_BETTER else 1
    if min(len(ours), len(theirs)) - before < gain:
        return None
    fits = _fitting(learned, reference)
    start = _by_occurrence(ours, theirs, fits, n_ours)
    for candidate in (identity, start):
        order, equal = _climb(candidate, ours, theirs, fits)
        if equal > best_equal:
            best, best_equal = order, equal
    if best_equal - before < gain:
        return None
    n_different = len(ours) + len(theirs) - 2 * before
    n_left = len(ours) + len(theirs) - 2 * best_equal
    if how is ParameterOrder.CLEARLY_BETTER and 2 * n_left > n_different:
        return None
    return best


def _literals(action: CanonicalAction) -> set[_Literal]:
    return {
        (part, e.positive, e.predicate, f"{e.time} {e.context}", e.args)
        for part, elements in (
            (Part.PRECONDITION, action.precondition),
            (Part.EFFECT, action.effect),
        )
        for e in elements.values()
        if e.positive is not None
    }


def _fitting(learned: CanonicalAction, reference: CanonicalAction) -> set[tuple[int, int]]:
    """The pairs of parameters with the same types."""
    ours = [learned.naming.type_names(p.types) for p in learned.action.parameters]
    theirs = [reference.naming.type_names(p.types) for p in reference.action.parameters]
    return {
        (i, j)
        for i, our_types in enumerate(ours)
        for j, their_types in enumerate(theirs)
        if our_types == their_types
    }


def _by_occurrence(
    ours: set[_Literal], theirs: set[_Literal], fits: set[tuple[int, int]], n_ours: int
) -> tuple[int, ...]:
    our_profiles, their_profiles = _profiles(ours), _profiles(theirs)
    scores = {}
    for i, j in fits:
        shared = (
            our_profiles.get(f"?{i}", Counter()) & their_profiles.get(f"?{j}", Counter())
        ).total()
        scores[i, j] = shared + (0.5 if i == j else 0.1)
    return _completed(assign(scores), n_ours)


def _profiles(literals: Iterable[_Literal]) -> dict[str, Counter[object]]:
    """The occurrences of each parameter in literals."""
    profiles: dict[str, Counter[object]] = {}
    for part, sign, predicate, context, args in literals:
        for index, arg in enumerate(args):
            if arg[0] == "?":
                profiles.setdefault(arg, Counter())[part, sign, predicate, context, index] += 1
    return profiles


def _completed(matched: dict[int, int], n_ours: int) -> tuple[int, ...]:
    """The order in which parameters without a counterpart get the free positions."""
    taken = set(matched.values())
    free = (position for position in range(n_ours + len(taken)) if position not in taken)
    return tuple(matched[i] if i in matched else next(free) for i in range(n_ours))


def _climb(
    order: tuple[int, ...], ours: set[_Literal], theirs: set[_Literal], fits: set[tuple[int, int]]
) -> tuple[tuple[int, ...], int]:
    """Exchange two positions as long as that makes more literals equal."""
    equal = _n_equal(ours, theirs, order)
    improved = True
    while improved:
        improved = False
        for i in range(len(order)):
            for j in range(i + 1, len(order)):
                if (i, order[j]) not in fits or (j, order[i]) not in fits:
                    continue
                swapped = list(order)
                swapped[i], swapped[j] = order[j], order[i]
                count = _n_equal(ours, theirs, tuple(swapped))
                if count > equal:
                    order, equal, improved = tuple(swapped), count, True
    return order, equal


def _n_equal(ours: set[_Literal], theirs: set[_Literal], order: tuple[int, ...]) -> int:
    names = {f"?{i}": f"?{position}" for i, position in enumerate(order)}
    return sum(
        (part, sign, predicate, context, tuple([names.get(arg, arg) for arg in args])) in theirs
        for part, sign, predicate, context, args in ours
    )
