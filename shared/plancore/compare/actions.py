"""The difference between a learned action and its reference, part by part.

Most actions of two versions of a domain are the same object; their elements are made on demand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from enum import StrEnum
from typing import overload

from plancore.compare.changes import (
    ACTION_PARTS,
    NOTHING_POSSIBLE,
    Change,
    Part,
    PartDiff,
    all_equal,
    compare_elements,
)
from plancore.compare.parameters import (
    ParameterChange,
    ParameterOrder,
    Reconciler,
    better_order,
    namings,
    parameter_changes,
)
from plancore.correspondence.names import Correspondence
from plancore.correspondence.pairs import Pairs, Side
from plancore.formula.canonical import (
    CanonicalAction,
    Literal,
    canonical_action,
    is_plain,
    plain_literals,
)
from plancore.formula.elements import Element, Elements
from plancore.formula.printing import AS_WRITTEN, Naming
from plancore.model.domain import Action, ActionKind
from plancore.model.formula import TRUE, TypedName
from plancore.model.record import record
from plancore.phrases import SIDES


@record
class OneToManyMatch:
    """An action of the other domain matched with this one and with `counterpart`, its own."""

    name: str
    counterpart: str


def one_to_many_of(name: str, side: Side, pairs: Pairs) -> tuple[OneToManyMatch, ...]:
    """The one-to-many matches in `pairs` of the action `name` of the domain on `side`, which has no
    counterpart of its own."""
    both = [(pair.learned, pair.reference, pair.is_one_to_many) for pair in pairs.actions]
    if side is Side.LEARNED:
        both = [(theirs, ours, is_one_to_many) for ours, theirs, is_one_to_many in both]
    own = {other: one for other, one, is_one_to_many in both if not is_one_to_many}
    one_to_many = [other for other, one, is_one_to_many in both if is_one_to_many and one == name]
    return tuple(OneToManyMatch(other, own[other]) for other in one_to_many if other in own)


class Presence(StrEnum):
    """Whether both domains have an action."""

    MATCHED = "matched"
    RENAMED = "renamed"
    MISSING = "missing"
    EXTRA = "extra"


@record
class ActionDiff:
    """The comparison of one action of the reference, or of one that only the learned domain has.

    The parts of a missing or extra action have all its elements but no `changes`: the action as a
    whole is one difference. `order` gives for each learned parameter the position of its
    counterpart, None if they correspond by position. `to_learned` prints the reference's formulas
    in the learned action's names, `to_reference` the reverse.

    `implicit` are parameters that the other side leaves implicit under a name mapping, which is not
    a difference; `one_to_many` are the one-to-many matches of a missing or extra action.

    Scores follow positions unless options say otherwise. If another order of the parameters leaves
    clearly fewer differences, `reordered` is the difference under that order, and is shown.
    """

    name: str
    status: Presence
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
    implicit: tuple[ParameterChange, ...] = ()
    one_to_many: tuple[OneToManyMatch, ...] = ()
    reordered: ActionDiff | None = None
    is_scored_by_position: bool = False
    """Whether this is shown under another order while scores follow positions."""
    is_same: bool = field(init=False, compare=False, repr=False)
    """Whether the actions are the same up to names of parameters and order of literals. Computed at
    once, because every reader of a large domain first skips the actions that are."""

    def __post_init__(self) -> None:
        is_same = self.status is Presence.MATCHED and not self.parameters and not self._has_changes
        is_same = is_same and not self.is_other_kind and not self.is_reordered
        object.__setattr__(self, "is_same", is_same)

    @property
    def shown(self) -> ActionDiff:
        """The difference to show."""
        return self.reordered or self

    @property
    def parts(self) -> tuple[PartDiff, PartDiff, PartDiff]:
        """Precondition, effect, and the duration of a durative action."""
        return self.precondition, self.effect, self.duration

    @property
    def changes(self) -> tuple[Change, ...]:
        """The differences of all parts; none if the whole action is one."""
        if self.learned is None or self.reference is None:
            return ()
        return self.precondition.changes + self.effect.changes + self.duration.changes

    @property
    def lacking_parameters(self) -> tuple[TypedName, ...]:
        """The reference's parameters without a counterpart in the learned action."""
        return tuple(p.reference for p in self.parameters if p.learned is None and p.reference)

    @property
    def is_other_kind(self) -> bool:
        """Whether the kinds differ: action, durative action, process or event."""
        if self.learned is None or self.reference is None:
            return False
        return self.learned.kind is not self.reference.kind

    @property
    def is_reordered(self) -> bool:
        """Whether the parameters that both sides have are in another order."""
        if self.reference is None or self.order is None:
            return False
        both = [number for number in self.order if number < len(self.reference.parameters)]
        return both != sorted(both)

    @property
    def is_same_but_for_order(self) -> bool:
        """Whether only the order of the parameters differs."""
        return self.order is not None and not (
            self._has_changes or self.parameters or self.is_other_kind
        )

    @property
    def is_identical(self) -> bool:
        """Whether the actions are the same under the name mapping, in any order of parameters."""
        is_there = self.status in (Presence.MATCHED, Presence.RENAMED)
        return is_there and not (self.parameters or self._has_changes or self.is_other_kind)

    @property
    def _has_changes(self) -> bool:
        """Whether a part differs, without building `changes`: most of a large domain do not."""
        return bool(self.precondition.changes or self.effect.changes or self.duration.changes)

    @property
    def order_text(self) -> str:
        """`parameters swapped: (?a ?to ?from), reference order (?a ?from ?to)`. Empty if parameters
        correspond by position. Implicit parameters are left out."""
        if self.order is None:
            return ""
        said, theirs = self._orders
        ours = " ".join(name for _, name in said)
        text = f"{self._disorder}: ({ours}), {SIDES.reference} order ({' '.join(theirs)})"
        return self._with_sameness(text)

    @property
    def order_in_short(self) -> str:
        """`parameters swapped`, to show next to both lists of parameters."""
        return "" if self.order is None else self._with_sameness(self._disorder)

    @property
    def _orders(self) -> tuple[list[tuple[int, str]], list[str]]:
        """The learned parameters with their counterparts' positions; the reference's, renamed."""
        if self.learned is None or self.reference is None or self.order is None:
            return [], []
        ours_alone = {change.learned for change in self.implicit}
        theirs_alone = {change.reference for change in self.implicit}
        terms = self.to_learned.terms
        ours = [
            (number, parameter.name)
            for number, parameter in zip(self.order, self.learned.parameters, strict=True)
            if parameter not in ours_alone
        ]
        theirs = [
            terms.get(parameter.name, parameter.name)
            for parameter in self.reference.parameters
            if parameter not in theirs_alone
        ]
        return ours, theirs

    @property
    def _disorder(self) -> str:
        ours, theirs = self._orders
        n_moved = sum(one != other for one, other in zip(ours, sorted(ours), strict=True))
        is_swap = n_moved == 2 and len(ours) == len(theirs)
        return "parameters swapped" if is_swap else "parameters reordered"

    def _with_sameness(self, text: str) -> str:
        same = "; identical except for parameter order" if self.is_same_but_for_order else ""
        scored = "; scored by position" if self.is_scored_by_position else ""
        return f"{text}{same}{scored}"

    @property
    def exact(self) -> bool:
        """Whether both sides are sets of literals; otherwise see `constructs`."""
        return not self.constructs


def compare_actions(
    learned: Action | None,
    reference: Action | None,
    reconciler: Reconciler,
    parameters: ParameterOrder = ParameterOrder.POSITION,
) -> ActionDiff:
    """Compare two actions, one of which may be missing."""
    correspondence = reconciler.correspondence
    naming = reconciler.to_reference
    if learned is reference and learned is not None and naming is AS_WRITTEN:
        return _no_difference(learned)
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
    reordered = _difference(ours, theirs, order, reconciler)
    return replace(diff, reordered=replace(reordered, is_scored_by_position=True))


def _no_difference(action: Action) -> ActionDiff:
    """The comparison of an action with itself, as most actions of two versions of a domain are."""
    constructs: frozenset[str] = frozenset()
    parts = unchanged_parts(action)
    if parts is None:
        canonical = canonical_action(action)
        constructs = canonical.constructs
        parts = (
            all_equal(Part.PRECONDITION, canonical.precondition),
            all_equal(Part.EFFECT, canonical.effect),
            all_equal(Part.DURATION, canonical.duration),
        )
    return ActionDiff(
        action.name,
        Presence.MATCHED,
        action,
        action,
        *parts,
        (),
        None,
        constructs,
        AS_WRITTEN,
        AS_WRITTEN,
    )


def _difference(
    ours: CanonicalAction | None,
    theirs: CanonicalAction | None,
    order: tuple[int, ...] | None,
    reconciler: Reconciler,
) -> ActionDiff:
    """The difference if the learned parameters correspond to the positions in `order`."""
    learned = None if ours is None else ours.action
    reference = None if theirs is None else theirs.action
    named = reference or learned
    assert named is not None, "at least one action is given"
    naming = reconciler.to_reference
    if learned is not None and order is not None:
        ours = canonical_action(learned, naming, order)
    changes = parameter_changes(learned, reference, order, naming)
    implicit: tuple[ParameterChange, ...] = ()
    if ours is not None and theirs is not None:
        reconciled = reconciler.reconcile(ours, theirs, order)
        ours, theirs = reconciled.ours, reconciled.theirs
        implicit = tuple([changes.pop(number) for number in sorted(reconciled.implicit)])
        for number in reconciled.typed:
            changes.pop(number, None)
    to_learned, to_reference = namings(learned, reference, order, reconciler)
    possible = None if learned is None else _possible(learned, naming, order)
    precondition, effect, duration = (
        compare_elements(
            part,
            _elements(ours, part),
            _elements(theirs, part),
            to_learned,
            to_reference,
            possible=_elements(possible, part) if theirs is not None else NOTHING_POSSIBLE,
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
        tuple(changes.values()),
        order,
        frozenset().union(*(side.constructs for side in (ours, theirs) if side is not None)),
        to_learned,
        to_reference,
        implicit,
    )


def _possible(
    learned: Action, naming: Naming, order: tuple[int, ...] | None
) -> CanonicalAction | None:
    """The possible preconditions and effects of an annotated action; None if it has none."""
    condition, effect = learned.possible_precondition, learned.possible_effect
    if condition == TRUE and effect == TRUE:
        return None
    only = replace(learned, precondition=condition, effect=effect, duration=None, node=None)
    return canonical_action(only, naming, order)


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


def _status(learned: Action | None, reference: Action | None) -> Presence:
    if learned is None:
        return Presence.MISSING
    if reference is None:
        return Presence.EXTRA
    return Presence.MATCHED if learned.name == reference.name else Presence.RENAMED


class UnchangedElements(Sequence[Element]):
    """The elements, made on demand, of a precondition or an effect that consists of literals."""

    __slots__ = ("_action", "_part")

    def __init__(self, action: Action, part: Part) -> None:
        self._action = action
        self._part = part

    @property
    def literals(self) -> tuple[Literal, ...]:
        """The literals, without making elements."""
        action = self._action
        formula = action.precondition if self._part is Part.PRECONDITION else action.effect
        return plain_literals(formula, tuple([name.name for name in action.parameters]))

    @property
    def _elements(self) -> tuple[Element, ...]:
        canonical = canonical_action(self._action)  # cached
        is_condition = self._part is Part.PRECONDITION
        return tuple((canonical.precondition if is_condition else canonical.effect).values())

    def __len__(self) -> int:
        return len(self.literals)

    @overload
    def __getitem__(self, index: int) -> Element: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Element, ...]: ...
    def __getitem__(self, index: int | slice) -> Element | tuple[Element, ...]:
        return self._elements[index]

    def __iter__(self) -> Iterator[Element]:
        return iter(self._elements)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._elements == tuple(other)

    def __hash__(self) -> int:
        return hash(self._elements)

    def __repr__(self) -> str:
        return repr(self._elements)


def unchanged_parts(action: Action) -> tuple[PartDiff, PartDiff, PartDiff] | None:
    """The comparisons of an action's parts with themselves; None if that means making elements."""
    is_known = action.kind is ActionKind.ACTION and action.duration is None
    if not is_known or not is_plain(action.precondition) or not is_plain(action.effect):
        return None
    return (
        _unchanged(action, Part.PRECONDITION),
        _unchanged(action, Part.EFFECT),
        all_equal(Part.DURATION, {}),
    )


def _unchanged(action: Action, part: Part) -> PartDiff:
    elements = UnchangedElements(action, part)
    return PartDiff(part, elements, elements, (), (), ())
