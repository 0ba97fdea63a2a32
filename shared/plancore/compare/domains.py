"""The difference between a learned domain and its reference, action by action."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Final

from plancore.bridge.pddl_package import DomainLike, as_domain
from plancore.compare.actions import ActionDiff, Status, compare_actions, one_to_many_of
from plancore.compare.declarations import DeclarationChange, compare_declarations
from plancore.compare.declared_pairs import unexplained
from plancore.compare.parameter_order import ParameterOrder
from plancore.compare.reconciling import Reconciler
from plancore.correspondence.evidence.tasks import NO_TASKS, SharedTasks
from plancore.correspondence.names import SAME_NAMES, Correspondence, separated
from plancore.correspondence.pairs import NOTHING_STATED, Pairs, Side
from plancore.correspondence.stated.applied import correspondence_of, pairs_of
from plancore.model.domain import Action, Domain
from plancore.model.record import record
from plancore.stop import NEVER, Checkpoint, SpentError


@record
class CompareOptions:
    """Options of a comparison: which names and parameters count as the same.

    By default names and positions do, as the definitions of the metrics have it. `stated` pairs
    say otherwise, and `align` looks for more, with `tasks` of both models as evidence. `given` is a
    correspondence that is complete as it is; `parameters` lets the parameters of actions that it
    does not mention have another order.
    """

    align: bool = False
    stated: Pairs = NOTHING_STATED
    tasks: SharedTasks = NO_TASKS
    given: Correspondence = SAME_NAMES
    parameters: ParameterOrder = ParameterOrder.POSITION


_BETWEEN: Final = 64
"""Actions between two looks whether to go on: some ten milliseconds."""

BY_NAME = CompareOptions()
ALIGNED = CompareOptions(align=True)


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
        if self.declarations or not self.correspondence.is_renaming:
            return False
        return not any(True for _ in self.correspondence.renamings()) and self.actions_are_same

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
    before: DomainDiff | None = None,
) -> DomainDiff:
    """Compare action by action; of actions with the same name in one domain the first counts.

    What `before`, a comparison under the same options, has of two actions is taken over where both
    are the same objects and names stand for themselves: nothing else is asked then.

    When `checkpoint` raises SpentError, pairs are not looked for: the stated ones count, and what
    they say is compared all the same.
    """
    learned, reference = as_domain(learned), as_domain(reference)
    pairs, correspondence = options.stated, options.given
    if options.align:
        # Imported late: most domains are compared by name.
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
    """A missing or extra action with what stands for it all the same."""
    if diff.status not in (Status.MISSING, Status.EXTRA):
        return diff
    side = Side.REFERENCE if diff.status is Status.MISSING else Side.LEARNED
    return replace(diff, one_to_many=one_to_many_of(diff.name, side, pairs))
