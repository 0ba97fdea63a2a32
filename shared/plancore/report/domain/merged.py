"""Literals that aligned names make one: what the learned action says of several counts once."""

from __future__ import annotations

from plancore.compare.actions import ActionDiff
from plancore.compare.changes import Part
from plancore.compare.domains import DomainDiff
from plancore.formula.effects import effect_elements
from plancore.formula.elements import condition_elements
from plancore.formula.naming import AS_WRITTEN
from plancore.report.words import count_of


def merged_text(diff: DomainDiff) -> str:
    """`3 literals of 2 actions come to the same as others under the pairs, and count with them`;
    empty for none."""
    counts = [count for action in diff.actions if (count := _n_merged(action))]
    if not counts:
        return ""
    literals, actions = count_of(sum(counts), "literal"), count_of(len(counts), "action")
    verb, counts_once = ("comes", "counts") if sum(counts) == 1 else ("come", "count")
    return (
        f"{literals} of {actions} {verb} to the same as others under the pairs, and {counts_once} "
        "with them"
    )


def _n_merged(action: ActionDiff) -> int:
    """How many literals of the learned action are one with another in the reference's words."""
    if action.learned is None or action.reference is None:
        return 0
    parts = (action.precondition, action.effect)
    return sum(
        _n_written(action, part.part) - len(part.learned_equal) - len(part.extra) for part in parts
    )


def _n_written(action: ActionDiff, part: Part) -> int:
    assert action.learned is not None, "an action on both sides"
    if part is Part.EFFECT:
        return len(effect_elements(action.learned.effect, AS_WRITTEN, set()))
    return len(condition_elements(action.learned.precondition, AS_WRITTEN, set()))
