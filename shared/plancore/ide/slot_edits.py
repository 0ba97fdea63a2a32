"""Adding and removing conjuncts of an action's precondition or effect, in the file's own layout."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import NamedTuple

from plancore.diagnostic import Edit
from plancore.ide.layout import after_comment, begins_line, column_text, newline_at
from plancore.model.domain import Action, ActionKind
from plancore.source import Span
from plancore.syntax.nodes import List, Node
from plancore.syntax.tree import SyntaxTree


class Part(StrEnum):
    """The two halves of an action that are compared."""

    PRECONDITION = "precondition"
    EFFECT = "effect"

    def node(self, action: Action) -> Node | None:
        """The value of the slot, None when the action has no such slot."""
        return action.precondition_node if self is Part.PRECONDITION else action.effect_node


class Rewrite(NamedTuple):
    """What is to become of one slot: nodes to take out, nodes to replace, conjuncts to add.

    A node to take out is the slot's value or stands in a list inside it.
    """

    remove: tuple[Node, ...] = ()
    replace: tuple[tuple[Node, str], ...] = ()
    add: tuple[str, ...] = ()


def edit_slot(tree: SyntaxTree, action: Action, part: Part, rewrite: Rewrite) -> tuple[Edit, ...]:
    """The edits that do `rewrite`; they neither overlap nor touch."""
    value = part.node(action)
    if value is None:
        return tuple(_new_slot(tree, action, part, rewrite.add))
    removed = {id(node) for node in rewrite.remove}
    if id(value) in removed:
        return (Edit(tree.span(value.place), _written(rewrite.add)),)
    edits = [Edit(tree.span(old.place), text) for old, text in rewrite.replace]
    for parent in _parents(value, removed):
        edits += _removals(tree, parent, removed)
    if rewrite.add:
        edits += _additions(tree, value, removed, rewrite.add)
    return _merged(tree.source.text, edits)


def _written(conjuncts: Sequence[str]) -> str:
    if len(conjuncts) == 1:
        return conjuncts[0]
    return f"(and {' '.join(conjuncts)})" if conjuncts else "()"


def _parents(value: Node, wanted: Collection[int]) -> list[List]:
    """The lists at any depth of `value` that hold one of the `wanted` nodes."""
    found: list[List] = []
    stack = [value] if wanted else []
    while stack:
        parent = stack.pop()
        if isinstance(parent, List):
            if any(id(item) in wanted for item in parent.items):
                found.append(parent)
            stack += (item for item in parent.items if id(item) not in wanted)
    return found


def _removals(tree: SyntaxTree, parent: List, removed: Collection[int]) -> list[Edit]:
    """One edit for each run of neighbours that go."""
    edits = []
    items = parent.items
    index = 1
    while index < len(items):
        if id(items[index]) not in removed:
            index += 1
            continue
        first = index
        while index + 1 < len(items) and id(items[index + 1]) in removed:
            index += 1
        after = items[index + 1] if index + 1 < len(items) else None
        edits.append(_removal(tree, items[first - 1], items[first], items[index], after))
        index += 1
    return edits


def _removal(tree: SyntaxTree, before: Node, first: Node, last: Node, after: Node | None) -> Edit:
    """Take out `first` to `last` with the white space that they leave behind."""
    text = tree.source.text
    start, end = tree.span(first.place).start, tree.span(last.place).end
    gap_start = tree.span(before.place).end
    if after is not None and not begins_line(text, start):
        next_start = tree.span(after.place).start
        if not text[end:next_start].strip():
            # `(and (a)` goes, `(b)` of the next line moves up behind `and`.
            return Edit(Span(start, next_start), "")
    if text[gap_start:start].strip():
        return Edit(Span(start, end), "")  # a comment stands before it; it stays where it is
    return Edit(Span(gap_start, end), "")


def _additions(
    tree: SyntaxTree, value: Node, removed: Collection[int], conjuncts: Sequence[str]
) -> list[Edit]:
    """Write `conjuncts` behind the last conjunct that stays."""
    span = tree.span(value.place)
    if not isinstance(value, List) or (value.items and value.head != "and"):
        # One conjunct, perhaps long and commented: write around it.
        added = "".join(f" {conjunct}" for conjunct in conjuncts)
        end = span.end
        return [Edit(Span(span.start, span.start), "(and "), Edit(Span(end, end), f"{added})")]
    if not value.items:
        return [Edit(span, _written(conjuncts))]
    text = tree.source.text
    kept = [item for item in value.items[1:] if id(item) not in removed]
    last = kept[-1] if kept else value.items[0]
    start, end = tree.span(last.place)
    at = after_comment(text, end)
    if at != end or (kept and begins_line(text, start)):
        indent = column_text(text, start) + ("" if kept else "    ")
        separator = newline_at(text, at) + indent
    else:
        separator = " "
    return [Edit(Span(at, at), "".join(separator + conjunct for conjunct in conjuncts))]


def _new_slot(tree: SyntaxTree, action: Action, part: Part, conjuncts: Sequence[str]) -> list[Edit]:
    """Write the whole slot into an action that has none."""
    if not conjuncts or not isinstance(action.node, List):
        return []
    text = tree.source.text
    before = _slot_before(action, part)
    end = tree.span(before.place).end
    keyword_start = _keyword_start(tree, action.node, before)
    at = after_comment(text, end)
    if at != end or begins_line(text, keyword_start):
        separator = newline_at(text, at) + column_text(text, keyword_start)
    else:
        separator = " "
    keyword = part.value
    if part is Part.PRECONDITION and action.kind is ActionKind.DURATIVE:
        keyword = "condition"
    return [Edit(Span(at, at), f"{separator}:{keyword} {_written(conjuncts)}")]


def _slot_before(action: Action, part: Part) -> Node:
    """The node behind which the slot is to stand."""
    assert isinstance(action.node, List)
    if part is Part.PRECONDITION:
        known = action.parameters_node or action.name_node
        return known if known is not None else action.node.items[0]
    return action.node.items[-1]


def _keyword_start(tree: SyntaxTree, action: List, value: Node) -> int:
    """Where the slot of `value` starts: at its keyword, or at the value where it has none."""
    items = action.items
    index = next((n for n, item in enumerate(items) if item is value), 0)
    if index > 1 and items[index - 1].text.startswith(":"):
        return tree.span(items[index - 1].place).start
    return tree.span(value.place).start


def _merged(text: str, edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """The same edits with those that touch made one, so that their order cannot matter."""
    merged: list[Edit] = []
    for edit in sorted(edits, key=lambda edit: edit.span):
        if merged and edit.span.start <= merged[-1].span.end:
            last = merged.pop()
            kept = text[last.span.end : edit.span.start]
            span = Span(last.span.start, max(last.span.end, edit.span.end))
            edit = Edit(span, last.text + kept + edit.text)
        merged.append(edit)
    return tuple(merged)
