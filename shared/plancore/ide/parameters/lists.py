"""Parameters and arguments put at the end of a list, or taken out of it.

Only what has to change is written: taking out what was put there gives back the text.
"""

from __future__ import annotations

from collections.abc import Sequence

from plancore.diagnostic import Edit
from plancore.ide.parameters.change import Addition
from plancore.model.formula import TypedName
from plancore.model.types import OBJECT
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from plancore.syntax.nodes import Atom, List, Node


def with_item(file: FileSnapshot, around: List, text: str) -> Edit:
    """`text` as the last item of a list."""
    start = file.tree.start(around.form)
    if not around.items:
        return Edit(Span(start + around.start + 1, start + around.start + 1), text)
    end = start + around.items[-1].end
    return Edit(Span(end, end), f" {text}")


def with_parameter(
    file: FileSnapshot, around: List, parameters: Sequence[TypedName], added: Addition
) -> Edit:
    """A typed list with one more variable; `parameters` are those that it has."""
    text = f"{added.name} - {added.type}" if added.type else added.name
    if parameters and parameters[-1].type_node is None and added.type:
        # A type counts for all names before it that have none.
        text = added.name if added.type == OBJECT else f"- {OBJECT} {text}"
    return with_item(file, around, text)


def without_item(file: FileSnapshot, around: List, item: Node) -> Edit:
    """A list without one of its items, and without the blanks before that."""
    return _without(file, around, item, item)


def without_parameter(
    file: FileSnapshot, around: List, parameters: Sequence[TypedName], index: int
) -> Edit | None:
    """A typed list without one of its variables; None where it is written in another way."""
    removed = parameters[index]
    node, type_node = removed.node, removed.type_node
    if type(node) is not Atom or node.key != removed.name or not _stands_in(around, node):
        return None
    beside = [name for name in parameters if name.type_node is type_node and name is not removed]
    if type_node is None or beside:
        return _without(file, around, node, node)
    if not _stands_in(around, type_node):
        return None  # `?x -t`
    return _without(file, around, node, type_node)


def _stands_in(around: List, node: Node) -> bool:
    return any(item is node for item in around.items)


def _without(file: FileSnapshot, around: List, first: Node, last: Node) -> Edit:
    text = around.form.text
    index = next(number for number, item in enumerate(around.items) if item is first)
    before = around.items[index - 1].end if index else around.start + 1
    start = first.start
    if not text[before:start].strip():
        start = before
    start_of_form = file.tree.start(around.form)
    end = last.end
    if not index and last is not around.items[-1]:
        while text[end] in " \t":  # the next item takes its place
            end += 1
    return Edit(Span(start_of_form + start, start_of_form + end), "")
