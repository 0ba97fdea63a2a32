"""The lists of a section, and the slots of an operator: a keyword with its value."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.source import Span
from plancore.syntax.nodes import Atom, List


def lists(root: List) -> Iterator[List]:
    """`root` and every list in it, outer ones first."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(item for item in node.items if type(item) is List)


def slots(root: List) -> Iterator[Span]:
    """Each keyword of `root` but the first, with what stands behind it up to the next one."""
    start = end = 0
    for item in root.items[1:]:
        if type(item) is Atom and item.key[0] == ":":
            if start:
                yield Span(start, end)
            start = item.start
        end = item.end
    if start:
        yield Span(start, end)
