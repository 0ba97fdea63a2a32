"""Comparison of a learned domain with its reference, action by action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from plancore.compare.actions import ActionDiff, Presence, compare_actions, one_to_many_of
from plancore.compare.changes import ChangeKind
from plancore.compare.declarations import DeclarationChange, Declared, compare_declarations
from plancore.compare.parameters import ParameterOrder, Reconciler
from plancore.correspondence.names import KINDS, SAME_NAMES, Correspondence, names_of, separated
from plancore.correspondence.pairs import (
    NO_TASKS,
    NOTHING_STATED,
    UNCERTAIN,
    Pairs,
    SharedTasks,
    Side,
)
from plancore.correspondence.stated.applied import correspondence_of, pairs_of
from plancore.formula.canonical import canonical_action
from plancore.formula.printing import AS_WRITTEN
from plancore.model.domain import OBJECT, Action, Domain, Function, Predicate
from plancore.model.record import record
from plancore.stop import NEVER, Checkpoint, SpentError

if TYPE_CHECKING:
    from plancore.bridge.pddl_package import DomainLike


@record
class CompareOptions:
    """Options of a comparison: which names and parameters correspond.

    By default they correspond by name and position, as the metrics are defined. `stated` pairs
    override names, and `align` searches for further pairs, with `tasks` of both models as evidence.
    `given` is a complete correspondence; `parameters` allows another order of the parameters of
    actions for which it has none.
    """

    align: bool = False
    stated: Pairs = NOTHING_STATED
    tasks: SharedTasks = NO_TASKS
    given: Correspondence = SAME_NAMES
    parameters: ParameterOrder = ParameterOrder.POSITION


_BETWEEN: Final = 64
"""The number of actions between two calls of the checkpoint, some ten milliseconds."""

BY_NAME = CompareOptions()
ALIGNED = CompareOptions(align=True)


@record
class DomainDiff:
    """The comparison of two domains: actions in the order of the reference, then extra ones.
    `correspondence` has the names that differ in the learned domain; `pairs` are the stated or
    found pairs that it was made of."""

    learned: Domain
    reference: Domain
    actions: tuple[ActionDiff, ...]
    declarations: tuple[DeclarationChange, ...]
    correspondence: Correspondence = SAME_NAMES
    pairs: Pairs = NOTHING_STATED

    def action(self, name: str) -> ActionDiff | None:
        """The action with the reference name `name`, or else the learned name."""
        for action in self.actions:
            if action.name == name:
                return action
        named = (a for a in self.actions if a.learned is not None and a.learned.name == name)
        return next(named, None)

    def with_status(self, status: Presence) -> Iterator[ActionDiff]:
        """The actions with `status`, in order."""
        return (action for action in self.actions if action.status is status)

    @property
    def actions_are_same(self) -> bool:
        """Whether no action differs."""
        return all(action.is_same for action in self.actions)

    @property
    def is_same(self) -> bool:
        """Whether nothing differs, including declarations and names."""
        if self.declarations or not self.correspondence.is_renaming:
            return False
        return not any(True for _ in self.correspondence.renamings()) and self.actions_are_same

    @property
    def exact(self) -> bool:
        """Whether every action is a set of literals on both sides."""
        return not self.constructs

    @property
    def constructs(self) -> frozenset[str]:
        """The constructs of all actions other than literals, such as `or`, `when`, `numeric`."""
        return frozenset().union(*(action.constructs for action in self.actions))


def compare_domains(
    learned: DomainLike,
    reference: DomainLike,
    options: CompareOptions = BY_NAME,
    checkpoint: Checkpoint = NEVER,
    before: DomainDiff | None = None,
) -> DomainDiff:
    """Compare action by action; of actions with the same name in one domain the first counts.

    What `before`, a comparison under the same options, has of two actions is taken over where both
    are the same objects and names stand for themselves: nothing else is asked then.

    When `checkpoint` raises SpentError, pairs are not looked for: the stated ones count, and what
    they say is compared all the same.
    """
    if not (isinstance(learned, Domain) and isinstance(reference, Domain)):
        # Imported late: our own commands have our own domains.
        from plancore.bridge.pddl_package import as_domain

        learned, reference = as_domain(learned), as_domain(reference)
    pairs, correspondence = options.stated, options.given
    if options.align:
        # Imported here, because most domains are compared by name.
        from plancore.correspondence.finding import find_pairs

        if not correspondence.is_identity:
            pairs = pairs_of(correspondence, learned, reference)
        with suppress(SpentError):
            pairs = find_pairs(learned, reference, pairs, checkpoint, options.tasks)
    if pairs != NOTHING_STATED:
        correspondence = correspondence_of(pairs, learned, reference)
    correspondence = separated(correspondence, learned)
    reconciler = Reconciler(learned, reference, correspondence)
    ours: dict[str, Action] = {}
    for action in learned.actions:
        ours.setdefault(correspondence.actions.get(action.name, action.name), action)
    theirs = {action.name: action for action in reversed(reference.actions)}
    known: dict[tuple[int, int], ActionDiff] = {}
    if before is not None and correspondence.is_identity and before.correspondence.is_identity:
        known = {(id(each.learned), id(each.reference)): each for each in before.actions}
    diffs: list[ActionDiff] = []
    for action in reference.actions:
        if theirs[action.name] is action:
            counterpart = ours.get(action.name)
            diffs.append(
                known.get((id(counterpart), id(action)))
                or compare_actions(counterpart, action, reconciler, options.parameters)
            )
            if not len(diffs) % _BETWEEN:
                with suppress(SpentError):
                    checkpoint(len(diffs), "actions compared")
    diffs += [
        known.get((id(action), id(None))) or compare_actions(action, None, reconciler)
        for name, action in ours.items()
        if name not in theirs
    ]
    if pairs != NOTHING_STATED:
        diffs = [_with_covers(diff, pairs) for diff in diffs]
    declarations = unexplained(
        compare_declarations(learned, reference, correspondence), learned, reference, correspondence
    )
    return DomainDiff(learned, reference, tuple(diffs), declarations, correspondence, pairs)


def _with_covers(diff: ActionDiff, pairs: Pairs) -> ActionDiff:
    """A missing or extra action with its one-to-many matches."""
    if diff.status not in (Presence.MISSING, Presence.EXTRA):
        return diff
    side = Side.REFERENCE if diff.status is Presence.MISSING else Side.LEARNED
    return replace(diff, one_to_many=one_to_many_of(diff.name, side, pairs))


# Differences of declarations that the name mapping explains, and that are therefore dropped.

_UNTYPED = (OBJECT,)


def unexplained(
    changes: Iterable[DeclarationChange], learned: Domain, reference: Domain, names: Correspondence
) -> tuple[DeclarationChange, ...]:
    """The differences that the name mapping does not explain. It explains a missing type that a
    predicate plays and that predicate, a predicate that is covered by another one, and differences
    of signatures where one side states no type."""
    if names.is_renaming:
        return tuple(changes)
    pairs = _Explained(learned, reference, names)
    return tuple(change for change in changes if not pairs.explain(change))


class _Explained:
    def __init__(self, learned: Domain, reference: Domain, names: Correspondence) -> None:
        self.names = names
        self.ours: Mapping[str, Predicate | Function] = {
            **names_of(learned, "functions"),
            **names_of(learned, "predicates"),
        }
        self.theirs: Mapping[str, Predicate | Function] = {
            **names_of(reference, "functions"),
            **names_of(reference, "predicates"),
        }
        own = {**names.functions, **names.predicates}
        self._counterparts = {own.get(name, name): name for name in reversed([*self.ours])}
        self._n_counterparts = Counter(own.get(name, name) for name in self.ours)
        self._covered = {cover.reference for cover in names.one_to_many}
        self._played = {
            side: [played for played in names.type_predicates if played.side is side]
            for side in Side
        }

    def explain(self, change: DeclarationChange) -> bool:
        """Whether the name mapping explains the difference."""
        if change.what is Declared.TYPE:
            return self._is_played_type(change)
        if change.what not in (Declared.PREDICATE, Declared.FUNCTION):
            return False
        if change.kind is ChangeKind.MISSING:
            played = self._played[Side.REFERENCE]
            return change.name in self._covered or any(
                change.name == predicate.predicate for predicate in played
            )
        if change.kind is ChangeKind.EXTRA:
            return any(change.name == p.predicate for p in self._played[Side.LEARNED])
        return self._has_same_types(change.name)

    def _is_played_type(self, change: DeclarationChange) -> bool:
        side = {ChangeKind.MISSING: Side.LEARNED, ChangeKind.EXTRA: Side.REFERENCE}.get(change.kind)
        return side is not None and any(change.name == played.type for played in self._played[side])

    def _has_same_types(self, name: str) -> bool:
        mine = self._counterparts.get(name)
        if mine is None or name not in self.theirs:
            return False
        ours, theirs = self.ours[mine].parameters, self.theirs[name].parameters
        shape = self.names.shapes.get(mine) or self.names.function_shapes.get(mine)
        places = shape.places if shape is not None else tuple(range(len(theirs)))
        if shape is None and len(ours) != len(theirs):
            return False
        naming = self.names.to_reference
        return all(
            self._agree(
                naming.type_names(ours[place].types), AS_WRITTEN.type_names(theirs[k].types), name
            )
            for k, place in enumerate(places)
            if place is not None and place < len(ours) and k < len(theirs)
        )

    def _agree(self, ours: tuple[str, ...], theirs: tuple[str, ...], name: str) -> bool:
        """Whether two types agree or one is open; one of several names for one may be narrower."""
        if ours == theirs or self._n_counterparts[name] > 1:
            return True
        played_there = {played.type for played in self._played[Side.REFERENCE]}
        played_here = {played.type for played in self._played[Side.LEARNED]}
        return (theirs == _UNTYPED and played_there.issuperset(ours)) or (
            ours == _UNTYPED and played_here.issuperset(theirs)
        )


# The basis of a comparison: names as they are, or pairs and their coverage.

_SHARED_AT_LEAST: Final = 0.25


@record
class Alignment:
    """The pairs that a comparison is based on: their number, the number of uncertain ones, and the
    number of the reference's literals with a counterpart."""

    n_pairs: int
    n_uncertain: int
    n_covered: int
    n_literals: int

    def to_dict(self) -> dict[str, int]:
        """Convert to JSON data."""
        return {
            "pairs": self.n_pairs,
            "uncertain": self.n_uncertain,
            "covered": self.n_covered,
            "literals": self.n_literals,
        }


def alignment_of(diff: DomainDiff) -> Alignment | None:
    """The pairs that `diff` is based on; None if names are compared as they are."""
    if diff.pairs == NOTHING_STATED:
        return None
    confidences = diff.pairs.confidences
    parts = [part for action in diff.actions if action.reference for part in action.parts]
    n_covered = sum(part.n_equal for part in parts)
    return Alignment(
        len(confidences),
        sum(confidence < UNCERTAIN for confidence in confidences),
        n_covered,
        n_covered + sum(len(part.missing) for part in parts),
    )


def are_names_apart(diff: DomainDiff) -> bool:
    """Whether a comparison by name finds next to nothing, because almost no names are shared. Less
    than a quarter of the reference's predicates and less than a quarter of its actions have their
    names in the learned domain; or none of the predicates has."""
    if diff.pairs != NOTHING_STATED or not diff.correspondence.is_identity:
        return False
    return have_names_apart(diff.learned, diff.reference)


def have_names_apart(learned: Domain, reference: Domain) -> bool:
    """Whether two domains share almost no names; see `are_names_apart`."""
    ours, theirs = names_of(learned, "actions"), names_of(reference, "actions")
    mine, yours = names_of(learned, "predicates"), names_of(reference, "predicates")
    n_predicates = len(mine.keys() & yours.keys())
    if not (ours and theirs) or n_predicates >= max(1.0, _SHARED_AT_LEAST * len(yours)):
        return False
    has_no_literal = bool(mine and yours) and not n_predicates
    return has_no_literal or len(ours.keys() & theirs.keys()) < _SHARED_AT_LEAST * len(theirs)


_FEWEST: Final = 5
"""Fewer literals on a side may all differ although the names match."""


def shares_no_literal(diff: DomainDiff) -> bool:
    """Whether no literal is the same by name, of at least `_FEWEST` on each side: predicates of one
    name have other arguments, or literals are in actions with other names."""
    if diff.pairs != NOTHING_STATED or not diff.correspondence.is_identity:
        return False
    parts = [part for action in diff.actions for part in action.shown.parts]
    if any(part.n_equal for part in parts):
        return False
    n_extra, n_missing = sum(len(p.extra) for p in parts), sum(len(p.missing) for p in parts)
    return min(n_extra, n_missing) >= _FEWEST


# A quick test for domains that may differ in names only.

_MOST_ACTIONS: Final = 200
"""Domains with more actions are not tested, because a proof would take too long."""


def are_alike(diff: DomainDiff) -> bool:
    """Whether two domains may differ in names only. They are not too large and have the same number
    of names of each kind and of literals per action."""
    sides = diff.learned, diff.reference
    if any(len(side.actions) > _MOST_ACTIONS for side in sides):
        return False
    ours, theirs = ([len(names_of(side, kind)) for kind in KINDS] for side in sides)
    return ours == theirs and Counter(map(_sizes, sides[0].actions)) == Counter(
        map(_sizes, sides[1].actions)
    )


def _sizes(action: Action) -> tuple[object, ...]:
    canonical = canonical_action(action)  # cached
    parts = canonical.precondition, canonical.effect, canonical.duration
    signs = (Counter(element.positive for element in part.values()) for part in parts)
    n_parameters = len(action.parameters)
    return action.kind, n_parameters, *(frozenset(counts.items()) for counts in signs)
