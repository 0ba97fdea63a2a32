"""The outcome of the last change of a learned domain or problem: repaired, broken, or still wrong.

The learned domain as it is **now**, and as it was **before**, are compared with one reference. An
item is one thing that a domain has or lacks: a whole action, a parameter, the order of the
parameters, a literal, a declaration. It is wrong if it differs from the reference, so

    repaired + still wrong + otherwise wrong = wrong before
    broken   + still wrong + otherwise wrong = wrong now

Items are identified by their meaning in the reference's names, literals as in `three_way.items`.
An action that one side lacked and still lacks is one item; if it was added or removed, each of its
literals is one.
Items of a problem are the name of its domain, its objects, and the formulas of each part.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import replace

from plancore.compare.actions import ActionDiff, Presence
from plancore.compare.changes import (
    ACTION,
    PARAMETERS,
    ChangeKind,
    declared_place,
    name_place,
    parameters_place,
)
from plancore.compare.declarations import DeclarationChange, Declared, DeclaredItem, declared
from plancore.compare.difference import DOMAIN
from plancore.compare.domains import DomainDiff
from plancore.compare.parameters import ParameterChange
from plancore.compare.problems import ProblemDiff
from plancore.compare.three_way.items import (
    DECLARATIONS,
    Group,
    Item,
    Outcome,
    SideText,
    ThreeWay,
    literal_items,
    outcome_of,
)
from plancore.formula.printing import typed_list
from plancore.model.domain import Action
from plancore.model.formula import TypedName
from plancore.stop import NEVER, Checkpoint


def compare_three_way(now: DomainDiff, before: DomainDiff) -> ThreeWay:
    """Join two comparisons with the same reference."""
    ours, old = _by_name(now), _by_name(before)
    actions = [_action(key[1], ours.get(key), old.get(key)) for key in dict.fromkeys((*ours, *old))]
    actions.sort(key=lambda action: _is_extra(action.now or action.before))
    declarations = tuple(_declarations(now, before))
    if declarations:
        actions.append(Group(DECLARATIONS, declarations))
    return ThreeWay(tuple(actions))


def _by_name(diff: DomainDiff) -> dict[tuple[bool, str], ActionDiff]:
    return {(_is_extra(action), action.name): action.shown for action in diff.actions}


def _is_extra(action: ActionDiff | None) -> bool:
    return action is not None and action.status is Presence.EXTRA


def _action(name: str, now: ActionDiff | None, before: ActionDiff | None) -> Group:
    action = Group(name, (), now, before)
    return replace(action, items=tuple(_items(action)))


def _items(action: Group) -> Iterator[Item]:
    now, before = action.now, action.before
    whole = _whole_item(action)
    if whole is not None:
        yield whole
        if whole.outcome is Outcome.STILL_WRONG and _wrong_as_whole(now) in _ABSENT:
            return
    yield from _signature_items(action)
    diff = now or before
    assert diff is not None, "an action of one of the comparisons"
    for number, part in enumerate(diff.parts):
        ours, old = (None if side is None else side.parts[number] for side in (now, before))
        yield from literal_items(part.part.value, ours, old)


_ABSENT = (Presence.MISSING, Presence.EXTRA)


def _whole_item(action: Group) -> Item | None:
    """The item for the presence and kind of an action; None if it is and was right."""
    wrong, was_wrong = _wrong_as_whole(action.now), _wrong_as_whole(action.before)
    if wrong is None and was_wrong is None:
        return None
    learned, reference, was = map(_whole, (action.learned, action.reference, action.was))
    return Item(ACTION, outcome_of(was_wrong, wrong), learned, reference, was)


def _wrong_as_whole(action: ActionDiff | None) -> Hashable | None:
    """How an action is wrong as a whole; None if it is not, or neither side has it."""
    if action is None:
        return None
    if action.status in _ABSENT:
        return action.status
    return action.learned.kind if action.is_other_kind and action.learned else None


def _signature_items(action: Group) -> Iterator[Item]:
    """Yield the parameters that are or were wrong, and their order if it is or was."""
    now, before = action.now, action.before
    ours, old = _parameter_changes(now), _parameter_changes(before)
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
    wrong, was_wrong = (
        side.order if side is not None and side.is_reordered else None for side in (now, before)
    )
    if wrong is not None or was_wrong is not None:
        learned, theirs, was = map(_names, (action.learned, action.reference, action.was))
        yield Item(PARAMETERS, outcome_of(was_wrong, wrong), learned, theirs, was)


_Key = tuple[bool, int]
"""Whether a parameter is extra, and its position: in the reference, or among the extra ones."""


def _parameter_changes(action: ActionDiff | None) -> dict[_Key, ParameterChange]:
    if action is None:
        return {}
    extra = [change for change in action.parameters if change.kind is ChangeKind.EXTRA]
    others = (change for change in action.parameters if change.kind is not ChangeKind.EXTRA)
    return {
        **{(False, change.position): change for change in others},
        **{(True, number): change for number, change in enumerate(extra)},
    }


def _wrong(action: ActionDiff | None, change: ParameterChange | None) -> Hashable | None:
    """How a parameter is wrong: its types in the reference's names, none if it is missing."""
    if action is None or change is None:
        return None
    types = () if change.learned is None else action.to_reference.type_names(change.learned.types)
    return change.kind, types


def _parameter(
    action: ActionDiff | None, key: _Key, change: ParameterChange | None
) -> SideText | None:
    """The text of a parameter in a learned action, wrong or right."""
    if change is not None:
        return None if change.learned is None else _typed(change.learned)
    is_extra, position = key
    if action is None or action.learned is None or is_extra:
        return None
    parameters = action.learned.parameters
    order = range(len(parameters)) if action.order is None else action.order
    at = {number: parameter for number, parameter in zip(order, parameters, strict=True)}
    return _typed(at[position]) if position in at else None


def _whole(action: Action | None) -> SideText | None:
    if action is None:
        return None
    return SideText(f":{action.kind.value} {action.name}", name_place(action))


def _typed(name: TypedName) -> SideText:
    return SideText(typed_list([name]), declared_place(name))


def _names(action: Action | None) -> SideText | None:
    if action is None:
        return None
    names = " ".join(parameter.name for parameter in action.parameters)
    return SideText(f"({names})", parameters_place(action))


_Name = tuple[Declared, str]


def _declarations(now: DomainDiff, before: DomainDiff) -> Iterator[Item]:
    """Yield the declarations that are or were wrong."""
    ours, old, theirs = _Declarations(now), _Declarations(before), declared(now.reference)
    for name in dict.fromkeys((*old.changes, *ours.changes)):
        section, key = name
        yield Item(
            section.value,
            outcome_of(old.wrong(name), ours.wrong(name)),
            _entry(ours.entry(name)),
            _entry(theirs[section].get(key)),
            _entry(old.entry(name)),
            ours.changes.get(name),
        )


class _Declarations:
    """The declarations of one learned domain under the reference's names, and their differences."""

    def __init__(self, diff: DomainDiff) -> None:
        self._declared = declared(
            diff.learned, diff.correspondence.to_reference, diff.correspondence.actions
        )
        self.changes: Mapping[_Name, DeclarationChange] = {
            (change.what, change.name): change for change in diff.declarations
        }

    def wrong(self, name: _Name) -> Hashable | None:
        """How a declaration is wrong; None if it is right."""
        change = self.changes.get(name)
        if change is None:
            return None
        entry = self.entry(name)
        is_absent = entry is None or change.kind is ChangeKind.MISSING
        return change.kind, None if is_absent or entry is None else entry.meaning

    def entry(self, name: _Name) -> DeclaredItem | None:
        """The declaration of a name."""
        section, key = name
        return self._declared[section].get(key)


def _entry(entry: DeclaredItem | None) -> SideText | None:
    if entry is None:
        return None
    return SideText(entry.text, None if entry.node is None else entry.node.place)


def problem_items(
    now: ProblemDiff, before: ProblemDiff, checkpoint: Checkpoint = NEVER
) -> Iterator[Item]:
    """Yield the items of two comparisons with the same reference; formulas include right ones."""
    domain = _domain_item(now, before)
    if domain.outcome is not Outcome.UNCHANGED:
        yield domain
    yield from _object_items(now, before)
    for ours, old in zip(now.parts, before.parts, strict=True):
        yield from literal_items(ours.part.value, ours, old, checkpoint)


def _domain_item(now: ProblemDiff, before: ProblemDiff) -> Item:
    wrong = (side.learned.domain_name if side.is_other_domain else None for side in (before, now))
    problems = (now.learned, now.reference, before.learned)
    names = (problem.domain_name for problem in problems)
    learned, reference, was = (SideText(name) if name else None for name in names)
    return Item(DOMAIN, outcome_of(*wrong), learned, reference, was)


def _object_items(now: ProblemDiff, before: ProblemDiff) -> Iterator[Item]:
    """Yield the objects that are or were wrong; a right side has the reference's text."""
    ours, old = ({change.name: change for change in side.objects} for side in (now, before))
    for name in old | ours:
        change, was = ours.get(name), old.get(name)
        told = change or was
        assert told is not None, "the name is that of one of the two"
        theirs = told.reference_text
        reference = SideText(theirs, told.reference_place) if theirs else None
        yield Item(
            Declared.OBJECT.value,
            outcome_of(_how(was), _how(change)),
            _side_text(change, theirs),
            reference,
            _side_text(was, theirs),
            change,
        )


def _how(change: DeclarationChange | None) -> Hashable | None:
    return None if change is None else (change.kind, change.learned_text)


def _side_text(change: DeclarationChange | None, theirs: str) -> SideText | None:
    if change is None:
        return SideText(theirs) if theirs else None
    return SideText(change.learned_text, change.learned_place) if change.learned_text else None
