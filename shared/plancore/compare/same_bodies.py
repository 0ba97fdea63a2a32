"""Actions that a comparison by name takes for different ones, and that are the same but for it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import NamedTuple

from plancore.compare.domains import DomainDiff
from plancore.formula.canonical import canonical_action
from plancore.model.domain import Action


class SameBody(NamedTuple):
    """The names of two actions that are the same but for them."""

    learned: str
    reference: str


def same_but_for_names(diff: DomainDiff) -> list[SameBody]:
    """The extra actions that are a missing one under another name: with the same precondition,
    effect and duration, and parameters of the same types in the same order. Where several are the
    same, nobody knows which is which, and where there is no literal, whether any is.

    Nothing where names do not stand for themselves. Takes time in proportion to the actions.
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
    """The actions by all that they have but their names."""
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
