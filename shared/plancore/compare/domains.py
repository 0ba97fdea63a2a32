"""The difference between a learned domain and its reference, action by action."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from enum import StrEnum

from plancore.bridge.pddl_package import DomainLike, as_domain
from plancore.compare.changes import (
    ACTION_PARTS,
    Change,
    ChangeKind,
    Part,
    PartDiff,
    compare_elements,
)
from plancore.compare.declarations import DeclarationChange, compare_declarations
from plancore.compare.declared_pairs import unexplained
from plancore.compare.filling import with_fillers
from plancore.compare.parameter_order import ParameterOrder, better_order
from plancore.compare.reconciling import Reconciler
from plancore.correspondence.applied import correspondence_of, pairs_of
from plancore.correspondence.names import SAME_NAMES, Correspondence, separated
from plancore.correspondence.pairs import NOTHING_STATED, Pairs
from plancore.formula.canonical import CanonicalAction, canonical_action
from plancore.formula.elements import Elements
from plancore.formula.naming import AS_WRITTEN, Naming
from plancore.model.domain import Action, Domain
from plancore.model.formula import TypedName
from plancore.model.record import record
from plancore.stop import NEVER, Checkpoint, SpentError


class Status(StrEnum):
    """Whether both domains have an action."""

    MATCHED = "matched"
    RENAMED = "renamed"
    MISSING = "missing"
    EXTRA = "extra"


@record
class CompareOptions:
    """Options of a comparison: which names and parameters count as the same.

    By default names and positions do, as the definitions of the metrics have it. `stated` pairs
    say otherwise, and `align` looks for more. `given` is a correspondence that is complete as it
    is; `parameters` lets the parameters of actions that it does not mention have another order.
    """

    align: bool = False
    stated: Pairs = NOTHING_STATED
    given: Correspondence = SAME_NAMES
    parameters: ParameterOrder = ParameterOrder.POSITION


BY_NAME = CompareOptions()
ALIGNED = CompareOptions(align=True)


@record
class ParameterChange:
    """A parameter that one side lacks, or whose types differ.

    `position` counts from 0, in the reference; of an extra parameter, in the learned action.
    """

    kind: ChangeKind
    position: int
    learned: TypedName | None
    reference: TypedName | None


@record
class ActionDiff:
    """One action of the reference, or one that only the learned domain has.

    The parts of a missing or extra action hold all its elements; it has no `changes`, for it is
    one as a whole. `order` gives for each learned parameter the position of its counterpart, None
    where they correspond by position. `to_learned` prints the reference's formulas in the learned
    action's names, `to_reference` the other way round.

    Scores follow positions unless asked otherwise. Where another order of the parameters leaves
    clearly fewer differences, `reordered` is the difference under that order: what is to be shown.
    """

    name: str
    status: Status
    learned: Action | None
    reference: Action | None
    precondition: PartDiff
    effect: PartDiff
    duration: PartDiff
    parameters: tuple[ParameterChange, ...]
    order: tuple[int, ...] | None
    constructs: frozenset[str]
    to_learned: Naming
    to_reference: Naming
    reordered: ActionDiff | None = None

    @property
    def shown(self) -> ActionDiff:
        """The difference as people should read it."""
        return self.reordered or self

    @property
    def parts(self) -> tuple[PartDiff, PartDiff, PartDiff]:
        """Precondition, effect, and the duration of a durative action."""
        return self.precondition, self.effect, self.duration

    @property
    def changes(self) -> tuple[Change, ...]:
        """The differences of all parts; none where a whole action is one."""
        if self.learned is None or self.reference is None:
            return ()
        return self.precondition.changes + self.effect.changes + self.duration.changes

    @property
    def lacking_parameters(self) -> tuple[TypedName, ...]:
        """The reference's parameters that the learned action has no counterpart for."""
        return tuple(p.reference for p in self.parameters if p.learned is None and p.reference)

    @property
    def is_other_kind(self) -> bool:
        """Whether one is durative, a process or an event and the other is not."""
        if self.learned is None or self.reference is None:
            return False
        return self.learned.kind is not self.reference.kind

    @property
    def is_same(self) -> bool:
        """Whether the two actions are the same up to names of parameters and order of literals."""
        if self.status is not Status.MATCHED or self.is_other_kind or self.order is not None:
            return False
        return not self.changes and not self.parameters

    @property
    def is_same_but_for_order(self) -> bool:
        """Whether nothing but the order of the parameters differs."""
        return self.order is not None and not (
            self.changes or self.parameters or self.is_other_kind
        )

    @property
    def order_text(self) -> str:
        """`parameters swapped: (?a ?to ?from), in the order of the reference (?a ?from ?to)`;

        empty where parameters correspond by position.
        """
        if self.learned is None or self.reference is None or self.order is None:
            return ""
        ours = [parameter.name for parameter in self.learned.parameters]
        terms = self.to_learned.terms
        theirs = [terms.get(p.name, p.name) for p in self.reference.parameters]
        n_moved = sum(position != place for place, position in enumerate(self.order))
        swapped = n_moved == 2 and len(ours) == len(theirs)
        what = "parameters swapped" if swapped else "parameters in another order"
        text = f"{what}: ({' '.join(ours)}), in the order of the reference ({' '.join(theirs)})"
        if self.is_same_but_for_order:
            text += "; the same but for the order of parameters"
        return text

    @property
    def exact(self) -> bool:
        """Whether both sides are sets of literals; else `constructs` names what else they hold."""
        return not self.constructs


@record
class DomainDiff:
    """The actions of the reference in its order, then those that only the learned domain has.

    `correspondence` lists what is called differently in the learned domain; `pairs` are the pairs,
    stated or found, that it was made of.
    """

    learned: Domain
    reference: Domain
    actions: tuple[ActionDiff, ...]
    declarations: tuple[DeclarationChange, ...]
    correspondence: Correspondence = SAME_NAMES
    pairs: Pairs = NOTHING_STATED

    def action(self, name: str) -> ActionDiff | None:
        """The action called `name` by the reference, or else by the learned domain."""
        for action in self.actions:
            if action.name == name:
                return action
        named = (a for a in self.actions if a.learned is not None and a.learned.name == name)
        return next(named, None)

    def with_status(self, status: Status) -> Iterator[ActionDiff]:
        """The actions with `status`, in order."""
        return (action for action in self.actions if action.status is status)

    @property
    def actions_are_same(self) -> bool:
        """Whether there is no difference between the actions."""
        return all(action.is_same for action in self.actions)

    @property
    def is_same(self) -> bool:
        """Whether there is no difference at all, declarations and names included."""
        renamed = next(iter(self.correspondence.renamings()), None)
        return not self.declarations and renamed is None and self.actions_are_same

    @property
    def exact(self) -> bool:
        """Whether every action is a set of literals on both sides."""
        return not self.constructs

    @property
    def constructs(self) -> frozenset[str]:
        """The constructs of any action beside literals, such as `or`, `when`, `numeric`."""
        return frozenset().union(*(action.constructs for action in self.actions))


def compare_domains(
    learned: DomainLike,
    reference: DomainLike,
    options: CompareOptions = BY_NAME,
    checkpoint: Checkpoint = NEVER,
) -> DomainDiff:
    """Compare action by action; of actions with the same name in one domain the first counts.

    When `checkpoint` raises SpentError, pairs are not looked for: the stated ones count.
    """
    learned, reference = as_domain(learned), as_domain(reference)
    pairs, correspondence = options.stated, options.given
    if options.align:
        # Imported late: most domains are compared by name.
        from plancore.correspondence.finding import find_pairs

        if not correspondence.is_identity:
            pairs = pairs_of(correspondence, learned, reference)
        with suppress(SpentError):
            pairs = find_pairs(learned, reference, pairs, checkpoint)
    if pairs != NOTHING_STATED:
        correspondence = correspondence_of(pairs, learned, reference)
    correspondence = separated(correspondence, learned)
    reconciler = Reconciler(learned, reference, correspondence)
    ours: dict[str, Action] = {}
    for action in learned.actions:
        ours.setdefault(correspondence.actions.get(action.name, action.name), action)
    theirs = {action.name: action for action in reversed(reference.actions)}
    diffs = [
        _compare(ours.get(action.name), action, reconciler, options.parameters)
        for action in reference.actions
        if theirs[action.name] is action
    ]
    diffs += [
        _compare(action, None, reconciler) for name, action in ours.items() if name not in theirs
    ]
    declarations = unexplained(
        compare_declarations(learned, reference, correspondence), learned, reference, correspondence
    )
    return DomainDiff(learned, reference, tuple(diffs), declarations, correspondence, pairs)


def _compare(
    learned: Action | None,
    reference: Action | None,
    reconciler: Reconciler,
    parameters: ParameterOrder = ParameterOrder.POSITION,
) -> ActionDiff:
    """The difference of two actions, of which one may be missing."""
    correspondence = reconciler.correspondence
    naming = correspondence.to_reference
    ours = None if learned is None else canonical_action(learned, naming)
    theirs = None if reference is None else canonical_action(reference)
    if ours is None or theirs is None:
        return _difference(ours, theirs, None, reconciler)
    order = _order(ours, theirs, correspondence, parameters)
    diff = _difference(ours, theirs, order, reconciler)
    if order is not None or parameters is not ParameterOrder.POSITION or not diff.changes:
        return diff
    order = _order(ours, theirs, correspondence, ParameterOrder.CLEARLY_BETTER)
    if order is None:
        return diff
    return replace(diff, reordered=_difference(ours, theirs, order, reconciler))


def _difference(
    ours: CanonicalAction | None,
    theirs: CanonicalAction | None,
    order: tuple[int, ...] | None,
    reconciler: Reconciler,
) -> ActionDiff:
    """The difference when the learned parameters stand for those at the positions of `order`."""
    learned = None if ours is None else ours.action
    reference = None if theirs is None else theirs.action
    named = reference or learned
    assert named is not None, "at least one action is given"
    correspondence = reconciler.correspondence
    naming = correspondence.to_reference
    if learned is not None and order is not None:
        ours = canonical_action(learned, naming, order)
    explained: frozenset[int] = frozenset()
    if ours is not None and theirs is not None:
        reconciled = reconciler.reconcile(ours, theirs, order)
        ours, theirs = reconciled.ours, reconciled.theirs
        explained = reconciled.implicit | reconciled.typed
    to_learned, to_reference = _namings(learned, reference, order, reconciler)
    precondition, effect, duration = (
        compare_elements(
            part, _elements(ours, part), _elements(theirs, part), to_learned, to_reference
        )
        for part in ACTION_PARTS
    )
    return ActionDiff(
        named.name,
        _status(learned, reference),
        learned,
        reference,
        precondition,
        effect,
        duration,
        _parameter_changes(learned, reference, order, naming, explained),
        order,
        frozenset().union(*(side.constructs for side in (ours, theirs) if side is not None)),
        to_learned,
        to_reference,
    )


def _order(
    ours: CanonicalAction,
    theirs: CanonicalAction,
    correspondence: Correspondence,
    parameters: ParameterOrder,
) -> tuple[int, ...] | None:
    stated = correspondence.parameters.get(theirs.action.name)
    count = len(ours.action.parameters)
    if stated is not None and len(stated) == count:
        return stated if stated != tuple(range(count)) else None
    return better_order(ours, theirs, parameters)


def _elements(action: CanonicalAction | None, part: Part) -> Elements:
    if action is None:
        return {}
    if part is Part.PRECONDITION:
        return action.precondition
    return action.effect if part is Part.EFFECT else action.duration


def _status(learned: Action | None, reference: Action | None) -> Status:
    if learned is None:
        return Status.MISSING
    if reference is None:
        return Status.EXTRA
    return Status.MATCHED if learned.name == reference.name else Status.RENAMED


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


def _namings(
    learned: Action | None,
    reference: Action | None,
    order: tuple[int, ...] | None,
    reconciler: Reconciler,
) -> tuple[Naming, Naming]:
    """The namings from the reference to the learned action and back."""
    correspondence = reconciler.correspondence
    to_learned, to_reference = AS_WRITTEN, AS_WRITTEN
    if not correspondence.is_identity:
        to_learned, to_reference = correspondence.to_learned, correspondence.to_reference
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


def _parameter_changes(
    learned: Action | None,
    reference: Action | None,
    order: tuple[int, ...] | None,
    naming: Naming,
    explained: frozenset[int],
) -> tuple[ParameterChange, ...]:
    """What parameters differ in; the numbers of `explained` ones are no difference."""
    if learned is None or reference is None:
        return ()
    changes: list[ParameterChange] = []
    for position, ours, theirs in _pairs(learned, reference, order):
        if position in explained:
            continue
        if ours is None:
            changes.append(ParameterChange(ChangeKind.MISSING, position, None, theirs))
        elif theirs is None:
            position = learned.parameters.index(ours)
            changes.append(ParameterChange(ChangeKind.EXTRA, position, ours, None))
        elif naming.type_names(ours.types) != AS_WRITTEN.type_names(theirs.types):
            changes.append(ParameterChange(ChangeKind.CHANGED, position, ours, theirs))
    return tuple(changes)
