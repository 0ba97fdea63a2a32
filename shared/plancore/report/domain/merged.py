"""Literals that aligned names make one: what the learned action says of several counts once."""

from __future__ import annotations

from plancore.compare.actions import ActionDiff
from plancore.compare.domains import DomainDiff
from plancore.formula.elements import condition_elements, effect_elements
from plancore.formula.naming import AS_WRITTEN
from plancore.formula.printing import formula_text
from plancore.phrases import count_of


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
    """How many literals of the learned action read as another one in the reference's words."""
    if action.learned is None or action.reference is None:
        return 0
    naming = action.to_reference
    return sum(
        len(elements) - len({formula_text(e.formula, naming) for e in elements.values()})
        for elements in (
            condition_elements(action.learned.precondition, AS_WRITTEN, set()),
            effect_elements(action.learned.effect, AS_WRITTEN, set()),
        )
    )
