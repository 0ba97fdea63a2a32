"""An action as a whole, its parameters and their order, on three sides."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from plancore.compare.actions import ActionDiff, Status
from plancore.compare.changes import ACTION, PARAMETERS, ChangeKind
from plancore.compare.parameters import ParameterChange
from plancore.compare.places import name_place
from plancore.compare.three_way.items import Item, Said, outcome_of
from plancore.formula.printing import typed_list
from plancore.model.domain import Action
from plancore.model.formula import TypedName


def whole_item(now: ActionDiff | None, before: ActionDiff | None) -> Item | None:
    """Whether there is such an action, of the kind that the reference has; None where that was
    right and is."""
    wrong, was_wrong = as_a_whole(now), as_a_whole(before)
    if wrong is None and was_wrong is None:
        return None
    reference = _reference(now, before)
    return Item(
        ACTION,
        outcome_of(was_wrong, wrong),
        _whole(None if now is None else now.learned),
        _whole(reference),
        _whole(None if before is None else before.learned),
    )


def as_a_whole(action: ActionDiff | None) -> Hashable | None:
    """How an action is wrong as a whole, None where it is not; so is one that neither has."""
    if action is None:
        return None
    if action.status in (Status.MISSING, Status.EXTRA):
        return action.status
    return action.learned.kind if action.is_other_kind and action.learned else None


def signature_items(now: ActionDiff | None, before: ActionDiff | None) -> Iterator[Item]:
    """The parameters that are wrong or were, and their order where that is or was."""
    ours, old = _changes(now), _changes(before)
    for key in sorted(ours.keys() | old.keys()):
        change = ours.get(key) or old[key]
        reference = change.reference
        yield Item(
            PARAMETERS,
            outcome_of(_wrong(before, old.get(key)), _wrong(now, ours.get(key))),
            _parameter(now, key, ours.get(key)),
            None if reference is None else _typed(reference),
            _parameter(before, key, old.get(key)),
            ours.get(key),
        )
    wrong, was_wrong = _order(now), _order(before)
    if wrong is not None or was_wrong is not None:
        yield Item(
            PARAMETERS,
            outcome_of(was_wrong, wrong),
            _names(None if now is None else now.learned),
            _names(_reference(now, before)),
            _names(None if before is None else before.learned),
        )


_Key = tuple[bool, int]
"""Whether a parameter is extra, and its position: in the reference, or among the extra ones."""


def _changes(action: ActionDiff | None) -> dict[_Key, ParameterChange]:
    if action is None:
        return {}
    extra = [change for change in action.parameters if change.kind is ChangeKind.EXTRA]
    others = (change for change in action.parameters if change.kind is not ChangeKind.EXTRA)
    return {
        **{(False, change.position): change for change in others},
        **{(True, number): change for number, change in enumerate(extra)},
    }


def _wrong(action: ActionDiff | None, change: ParameterChange | None) -> Hashable | None:
    """How a parameter is wrong: its types in the reference's words, nothing where it is missing."""
    if action is None or change is None:
        return None
    types = () if change.learned is None else action.to_reference.type_names(change.learned.types)
    return change.kind, types


def _parameter(action: ActionDiff | None, key: _Key, change: ParameterChange | None) -> Said | None:
    """What a learned action says of a parameter, wrong or right."""
    if change is not None:
        return None if change.learned is None else _typed(change.learned)
    is_extra, position = key
    if action is None or action.learned is None or is_extra:
        return None
    parameters = action.learned.parameters
    order = range(len(parameters)) if action.order is None else action.order
    at = {number: parameter for number, parameter in zip(order, parameters, strict=True)}
    return _typed(at[position]) if position in at else None


def _order(action: ActionDiff | None) -> Hashable | None:
    return action.order if action is not None and action.is_reordered else None


def _reference(now: ActionDiff | None, before: ActionDiff | None) -> Action | None:
    return next((diff.reference for diff in (now, before) if diff is not None), None)


def _whole(action: Action | None) -> Said | None:
    return (
        None if action is None else Said(f":{action.kind.value} {action.name}", name_place(action))
    )


def _typed(name: TypedName) -> Said:
    return Said(typed_list([name]), None if name.node is None else name.node.place)


def _names(action: Action | None) -> Said | None:
    if action is None:
        return None
    node = action.parameters_node
    place = name_place(action) if node is None else node.place
    return Said(f"({' '.join(parameter.name for parameter in action.parameters)})", place)
