"""Whether a list has room for one more item."""

from __future__ import annotations

from plancore.ide.context.cursor import CursorContext
from plancore.ide.context.grammar import SLOTS_OF, TYPES, VALUES, Expected
from plancore.ide.context.levels import operator_of
from plancore.syntax.nodes import Atom, List, Node


def has_room(context: CursorContext) -> bool:
    """Whether something may be put at the cursor, beside what stands in the list already."""
    if context.is_head or not context.levels:
        return True
    level = context.levels[-1]
    is_behind_dash = context.expected in TYPES and level.expected not in TYPES
    if is_behind_dash and (context.is_dashed or not context.typed):
        return not context.behind or not _is_type(context, context.behind[0])
    return context.replace.start < context.replace.end or _has_room_beside(context)


def _has_room_beside(context: CursorContext) -> bool:
    level, behind = context.levels[-1], context.behind
    head, first = level.node.head, behind[0] if behind else None
    if head == "probabilistic" and type(first) is List:
        return False  # the outcome of the chance before the cursor stands there
    n_items = len(level.node.items) - 1 + len(behind)
    operator = operator_of(level.node, level.expected, context.environment)
    if operator is not None:
        return operator.repeats or n_items < len(operator.operands)
    if level.expected is not Expected.SECTION:
        return True
    if head in VALUES:
        return n_items < len(VALUES[head])
    is_value = head in SLOTS_OF and context.expected is not Expected.SLOT
    return not is_value or first is None or (type(first) is Atom and first.key[0] == ":")


def _is_type(context: CursorContext, node: Node) -> bool:
    """Whether `node`, which is taken for the type now, is one: a type that is declared, on the same
    line."""
    line_of = context.file.source.line_of
    is_near = line_of(context.file.span(node.place).start) == line_of(context.insert.end)
    is_either = type(node) is List and node.head == "either"
    return is_near and (is_either or node.text.lower() in context.environment.types)
