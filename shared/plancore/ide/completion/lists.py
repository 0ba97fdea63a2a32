"""What completions ask about the list that the cursor is in."""

from __future__ import annotations

from plancore.ide.completion.items import TextPart
from plancore.ide.context.cursor import CursorContext
from plancore.ide.context.grammar import TIMES, Expected


def in_list(parts: tuple[TextPart, ...], context: CursorContext) -> tuple[TextPart, ...]:
    """A list of `parts`, with what of its parentheses is not there yet."""
    if not context.is_head:
        return ("(", *parts, ")")
    return parts if context.is_closed else (*parts, ")")


def is_untimed(context: CursorContext) -> bool:
    """Whether conditions or effects of a durative action still need their time."""
    if context.expected not in (Expected.CONDITION, Expected.EFFECT):
        return False
    return not any(level.node.head in TIMES for level in context.levels)
