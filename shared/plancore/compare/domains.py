"""The difference between a learned domain and its reference, action by action."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from plancore.compare.canonical import CanonicalAction, Elements, canonical_action
from plancore.compare.changes import Change, ChangeKind, Part, PartDiff, compare_elements
from plancore.compare.naming import AS_WRITTEN, Naming
from plancore.model.domain import Action, Domain
from plancore.model.formula import TypedName
from plancore.model.record import record


class Status(StrEnum):
    """Whether both domains have an action."""

    MATCHED = "matched"
    RENAMED = "renamed"
    MISSING = "missing"
    EXTRA = "extra"


@record
class ParameterChange:
    """A parameter that one side lacks, or whose types differ. `position` counts from 0."""

    kind: ChangeKind
    position: int
    learned: TypedName | None
    reference: TypedName | None


@record
class ActionDiff:
    """One action of the reference, or one that only the learned domain has.

    `precondition` and `effect` of a missing or extra action hold all its elements; it has no
    `changes`, for it is one as a whole. `to_learned` prints the reference's formulas in the
    learned action's names, `to_reference` the other way round.
    """

    name: str
    status: Status
    learned: Action | None
    reference: Action | None
    precondition: PartDiff
    effect: PartDiff
    parameters: tuple[ParameterChange, ...]
    constructs: frozenset[str]
    to_learned: Naming
    to_reference: Naming

    @property
    def parts(self) -> tuple[PartDiff, PartDiff]:
        """Precondition and effect."""
        return self.precondition, self.effect

    @property
    def changes(self) -> tuple[Change, ...]:
        """The differences of precondition and effect; none where a whole action is one."""
        if self.learned is None or self.reference is None:
            return ()
        return self.precondition.changes + self.effect.changes

    @property
    def lacking_parameters(self) -> tuple[TypedName, ...]:
        """The reference's parameters that the learned action has no counterpart for."""
        return tuple(p.reference for p in self.parameters if p.learned is None and p.reference)

    @property
    def is_same(self) -> bool:
        """Whether the two actions are the same up to names of parameters and order."""
        return self.status is Status.MATCHED and not self.changes and not self.parameters

    @property
    def exact(self) -> bool:
        """Whether both sides are sets of literals; else `constructs` says what is not."""
        return not self.constructs


@record
class DomainDiff:
    """The actions of the reference in its order, then those that only the learned domain has."""

    learned: Domain
    reference: Domain
    actions: tuple[ActionDiff, ...]

    def action(self, name: str) -> ActionDiff | None:
        """The difference for the action called `name` (lower case) in either domain."""
        found = [a for a in self.actions if a.reference is not None and a.name == name]
        found += [a for a in self.actions if a.learned is not None and a.learned.name == name]
        return found[0] if found else None

    def with_status(self, status: Status) -> Iterator[ActionDiff]:
        """The actions with `status`, in order."""
        return (action for action in self.actions if action.status is status)

    @property
    def is_same(self) -> bool:
        """Whether there is no difference at all."""
        return all(action.is_same for action in self.actions)

    @property
    def exact(self) -> bool:
        """Whether every action is a set of literals on both sides."""
        return not self.constructs

    @property
    def constructs(self) -> frozenset[str]:
        """What is no literal in any action, such as `or`, `when`, `numeric`."""
        return frozenset().union(*(action.constructs for action in self.actions))


def compare_domains(learned: Domain, reference: Domain) -> DomainDiff:
    """Compare action by action; of actions with the same name in one domain the first counts."""
    ours = {action.name: action for action in reversed(learned.actions)}
    theirs = {action.name: action for action in reversed(reference.actions)}
    diffs = [
        compare_actions(ours.get(action.name), action)
        for action in reference.actions
        if theirs[action.name] is action
    ]
    diffs += [
        compare_actions(action, None)
        for action in learned.actions
        if action.name not in theirs and ours[action.name] is action
    ]
    return DomainDiff(learned, reference, tuple(diffs))


def compare_actions(learned: Action | None, reference: Action | None) -> ActionDiff:
    """The difference of two actions, at least one of which must be given."""
    ours = None if learned is None else canonical_action(learned)
    theirs = None if reference is None else canonical_action(reference)
    to_learned, to_reference = _namings(learned, reference)
    precondition, effect = (
        compare_elements(
            part, _elements(ours, part), _elements(theirs, part), to_learned, to_reference
        )
        for part in Part
    )
    named = reference if reference is not None else learned
    if named is None:
        raise ValueError("two missing actions cannot be compared")
    return ActionDiff(
        named.name,
        _status(learned, reference),
        learned,
        reference,
        precondition,
        effect,
        _parameter_changes(learned, reference),
        frozenset().union(*(side.constructs for side in (ours, theirs) if side is not None)),
        to_learned,
        to_reference,
    )


def _elements(action: CanonicalAction | None, part: Part) -> Elements:
    if action is None:
        return {}
    return action.precondition if part is Part.PRECONDITION else action.effect


def _status(learned: Action | None, reference: Action | None) -> Status:
    if learned is None:
        return Status.MISSING
    if reference is None:
        return Status.EXTRA
    return Status.MATCHED if learned.name == reference.name else Status.RENAMED


def _namings(learned: Action | None, reference: Action | None) -> tuple[Naming, Naming]:
    """The names of the reference's parameters in the learned action, and the other way round."""
    if learned is None or reference is None:
        return AS_WRITTEN, AS_WRITTEN
    ours = [parameter.name for parameter in learned.parameters]
    theirs = [parameter.name for parameter in reference.parameters]
    return Naming(_counterparts(theirs, ours)), Naming(_counterparts(ours, theirs))


def _counterparts(names: list[str], others: list[str]) -> dict[str, str]:
    """What each of `names` is called among `others`; a surplus one keeps a name that is free."""
    found = dict(zip(names, others, strict=False))
    taken = set(others)
    for name in names[len(others) :]:
        free = name
        number = 0
        while free in taken:
            number += 1
            free = f"{name}{number}"
        taken.add(free)
        found[name] = free
    return found


def _parameter_changes(
    learned: Action | None, reference: Action | None
) -> tuple[ParameterChange, ...]:
    if learned is None or reference is None:
        return ()
    ours, theirs = learned.parameters, reference.parameters
    both = min(len(ours), len(theirs))
    changes = [
        ParameterChange(ChangeKind.CHANGED, position, one, other)
        for position, (one, other) in enumerate(zip(ours, theirs, strict=False))
        if _types(one) != _types(other)
    ]
    changes += [
        ParameterChange(ChangeKind.MISSING, both + i, None, other)
        for i, other in enumerate(theirs[both:])
    ]
    changes += [
        ParameterChange(ChangeKind.EXTRA, both + i, one, None) for i, one in enumerate(ours[both:])
    ]
    return tuple(changes)


def _types(parameter: TypedName) -> frozenset[str]:
    return frozenset(parameter.types or ("object",))
