"""What a difference is called, so that what is known of it is found again in another comparison of
domains that say the same."""

from __future__ import annotations

from plancore.compare.actions import ActionDiff
from plancore.compare.changes import Change
from plancore.compare.declarations import DeclarationChange

Key = tuple[object, ...]


def of_action(action: ActionDiff) -> Key:
    """The difference that an action is as a whole."""
    return action.name, "action"


def of_parameters(action: ActionDiff) -> Key:
    """All differences in the list of an action's parameters."""
    return action.name, "parameters"


def of_change(action: ActionDiff, change: Change) -> Key:
    """A difference in a literal of an action."""
    return action.name, change.part, change.kind, change.learned_text, change.reference_text


def of_declaration(change: DeclarationChange) -> Key:
    """A difference in what is declared."""
    return change.what, change.kind, change.name
