"""The parameters of an action with differences undone."""

from __future__ import annotations

from collections.abc import Sequence

from plancore.blame.differences import Difference
from plancore.compare.actions import ActionDiff
from plancore.compare.changes import PARAMETERS
from plancore.compare.parameters import ParameterChange
from plancore.model.formula import TypedName


def undone_parameters(diff: ActionDiff, differences: Sequence[Difference]) -> tuple[TypedName, ...]:
    """The learned parameters with differences of theirs undone."""
    assert diff.learned is not None, "the learned domain has the action"
    mine = [d for d in differences if d.part == PARAMETERS]
    if not mine:
        return diff.learned.parameters
    numbers = diff.order if diff.order is not None else range(len(diff.learned.parameters))
    listed = list(zip(numbers, diff.learned.parameters, strict=True))
    for difference in mine:
        if difference.change is None:
            listed = _in_order(diff, listed)
    for difference in mine:
        change = difference.change
        if not isinstance(change, ParameterChange):
            continue
        if change.reference is None:
            listed = [entry for entry in listed if entry[1] is not change.learned]
            continue
        terms, types = diff.to_learned.terms, diff.to_learned.types
        wanted = TypedName(
            terms.get(change.reference.name, change.reference.name),
            tuple(types.get(name, name) for name in change.reference.types),
        )
        if change.learned is not None:
            listed = [(n, wanted if p is change.learned else p) for n, p in listed]
            continue
        later = (k for k, (number, _) in enumerate(listed) if number > change.position)
        listed.insert(next(later, len(listed)), (change.position, wanted))
    return tuple(parameter for _, parameter in listed)


def _in_order(diff: ActionDiff, listed: list[tuple[int, TypedName]]) -> list[tuple[int, TypedName]]:
    """The parameters in the order of the reference; those that only the learned action has stay
    where they are."""
    count = 0 if diff.reference is None else len(diff.reference.parameters)
    in_order = iter(sorted((entry for entry in listed if entry[0] < count), key=lambda e: e[0]))
    return [next(in_order) if entry[0] < count else entry for entry in listed]
