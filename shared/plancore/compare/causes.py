"""Common causes of differences: a systematic error of a learner is one thing to fix."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from plancore.compare.actions import ActionDiff
from plancore.compare.changes import Change
from plancore.compare.domains import DomainDiff
from plancore.compare.parameters import ParameterChange
from plancore.correspondence.names import names_of
from plancore.formula.canonical import canonical_action
from plancore.formula.elements import Element
from plancore.formula.printing import type_text
from plancore.model.domain import Action
from plancore.model.record import record
from plancore.phrases import SIDES

Instance: TypeAlias = tuple[str, Change | ParameterChange]
"""The name of an action and a difference in it."""

FEWEST: Final = 2
"""Fewer differences have no common cause."""


class CommonCauseKind(StrEnum):
    """The kinds of causes that many differences may have in common."""

    EXTRA_NEGATIVE_PRECONDITIONS = "extra-negative-preconditions"
    MISSING_NEGATIVE_PRECONDITIONS = "missing-negative-preconditions"
    ADDED_AND_DELETED = "added-and-deleted"
    OTHER_TYPE = "other-type"
    EXTRA_PREDICATE = "extra-predicate"
    MISSING_PREDICATE = "missing-predicate"


@record
class CommonCause:
    """The common cause of several differences: `text` is a sentence, `label` a short form of it.
    `actions` are the reference names of the actions concerned, in the order of the comparison;
    `instances` are the differences, each with the name of its action; `count` is their number."""

    kind: CommonCauseKind
    text: str
    count: int
    actions: tuple[str, ...]
    label: str
    instances: tuple[Instance, ...]


def common_causes(diff: DomainDiff) -> tuple[CommonCause, ...]:
    """The common causes of at least two differences each. A difference may have several."""
    actions = [action.shown for action in diff.actions]
    differing = [action for action in actions if not action.is_same]
    causes = (*_negative_preconditions(actions), _contradictions(differing))
    causes = (*causes, *_types(differing), *_predicates(diff, differing))
    return tuple(cause for cause in causes if cause is not None)


def _negative_preconditions(actions: list[ActionDiff]) -> Iterator[CommonCause | None]:
    """All negative preconditions, if only one side has any."""
    changes = [(a.name, c) for a in actions for c in a.precondition.changes if _is_matched(a)]
    extra = [(a, c) for a, c in changes if c.reference is None and _is_negative(c.learned)]
    if extra and not any(map(_is_negative, _preconditions(actions, ours=False))):
        text = f"only the {SIDES.learned} actions have negative preconditions"
        label = f"{SIDES.extra} negative preconditions"
        yield _cause(CommonCauseKind.EXTRA_NEGATIVE_PRECONDITIONS, text, label, extra)
    missing = [(a, c) for a, c in changes if c.learned is None and _is_negative(c.reference)]
    if missing and not any(map(_is_negative, _preconditions(actions, ours=True))):
        text = f"only {SIDES.the_reference} has negative preconditions"
        label = f"{SIDES.missing} negative preconditions"
        yield _cause(CommonCauseKind.MISSING_NEGATIVE_PRECONDITIONS, text, label, missing)


def _contradictions(actions: list[ActionDiff]) -> CommonCause | None:
    """Extra effects that contradict another effect of the same action."""
    instances: list[Instance] = []
    for action in filter(_is_matched, actions):
        effects = [*action.effect.learned_equal, *action.effect.extra]
        instances += [
            (action.name, change)
            for change in action.effect.changes
            if change.learned is not None and any(map(change.learned.negates, effects))
        ]
    text = f"{SIDES.learned} effects add and delete the same atom; in PDDL the add effect wins"
    return _cause(CommonCauseKind.ADDED_AND_DELETED, text, "same atom added and deleted", instances)


def _types(actions: list[ActionDiff]) -> Iterator[CommonCause | None]:
    """Parameters of one type that have another one in the reference."""
    by_types: dict[tuple[str, str], list[Instance]] = {}
    for action in actions:
        for change in action.parameters:
            if change.learned is not None and change.reference is not None:
                types = type_text(change.learned.types), type_text(change.reference.types)
                by_types.setdefault(types, []).append((action.name, change))
    for (ours, theirs), instances in by_types.items():
        text = f"parameters of type {ours} have type {theirs} in {SIDES.the_reference}"
        yield _cause(
            CommonCauseKind.OTHER_TYPE, text, f"type {ours} instead of {theirs}", instances
        )


def _predicates(diff: DomainDiff, actions: list[ActionDiff]) -> Iterator[CommonCause | None]:
    """Literals whose predicate only one of the domains declares."""
    renamed = diff.correspondence.predicates
    ours = {renamed.get(name, name): name for name in names_of(diff.learned, "predicates")}
    theirs = names_of(diff.reference, "predicates")
    extra: dict[str, list[Instance]] = {}
    missing: dict[str, list[Instance]] = {}
    for action in filter(_is_matched, actions):
        for change in action.changes:
            learned_name, reference_name = _predicate(change.learned), _predicate(change.reference)
            if learned_name in ours and learned_name not in theirs:
                extra.setdefault(ours[learned_name], []).append((action.name, change))
            if reference_name in theirs and reference_name not in ours:
                missing.setdefault(reference_name, []).append((action.name, change))
    for name, instances in extra.items():
        text = f"predicate {name} exists only in the {SIDES.learned} domain"
        yield _cause(
            CommonCauseKind.EXTRA_PREDICATE,
            text,
            f"literals with {SIDES.extra} predicate {name}",
            instances,
        )
    for name, instances in missing.items():
        text = f"predicate {name} exists only in {SIDES.the_reference}"
        label = f"literals with {SIDES.missing} predicate {name}"
        yield _cause(CommonCauseKind.MISSING_PREDICATE, text, label, instances)


def _is_matched(action: ActionDiff) -> bool:
    """Whether both domains have the action; a missing or extra action is a single difference."""
    return action.learned is not None and action.reference is not None


def _preconditions(actions: Iterable[ActionDiff], *, ours: bool) -> Iterator[Element]:
    for action in actions:
        part = action.precondition
        yield from part.extra if ours else part.missing
        yield from part.learned_equal


def _is_negative(element: Element | None) -> bool:
    """Whether it is a negative literal, not an inequality, which no positive literal replaces."""
    return element is not None and element.positive is False and element.predicate != "="


def _predicate(element: Element | None) -> str:
    return "" if element is None or element.positive is None else element.predicate


def _cause(
    kind: CommonCauseKind, text: str, label: str, instances: Sequence[Instance]
) -> CommonCause | None:
    """The cause of differences, each with the name of its action."""
    if len(instances) < FEWEST:
        return None
    names = dict.fromkeys(name for name, _ in instances)
    return CommonCause(kind, text, len(instances), tuple(names), label, tuple(instances))


# Actions that differ only in their names.


class SameBody(NamedTuple):
    """The names of two actions that are otherwise the same."""

    learned: str
    reference: str


def same_but_for_names(diff: DomainDiff) -> list[SameBody]:
    """The extra actions that equal a missing one except for the name.

    Precondition, effect, duration, and the types and order of parameters are the same. Ambiguous
    matches and actions without literals are left out. Empty unless names are compared as they are.
    Takes time linear in the number of actions.
    """
    if not diff.correspondence.is_identity:
        return []
    extra = _by_body(action.learned for action in diff.actions if action.reference is None)
    missing = _by_body(action.reference for action in diff.actions if action.learned is None)
    return [
        SameBody(ours[0].name, theirs[0].name)
        for body, theirs in missing.items()
        if len(theirs) == len(ours := extra.get(body, [])) == 1
    ]


def _by_body(actions: Iterable[Action | None]) -> dict[Hashable, list[Action]]:
    """The actions by everything except their names; actions without elements are left out."""
    found: dict[Hashable, list[Action]] = {}
    for action in actions:
        if action is None:
            continue
        form = canonical_action(action)
        parts = form.precondition, form.effect, form.duration
        if any(parts):
            types = tuple(parameter.types for parameter in action.parameters)
            body = (action.kind, types, *(frozenset(part) for part in parts))
            found.setdefault(body, []).append(action)
    return found
