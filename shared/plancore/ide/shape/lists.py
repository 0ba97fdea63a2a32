"""The lists of a section, and the slots of an operator: a keyword with its value; and comments that
stand alone on neighbouring lines and so belong together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from plancore.source import SourceText, Span
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


_LINES: Final = re.compile(r"(?<![^\r\n])[ \t]*+(;[^\r\n]*+(?:(?:\r\n|\n|\r)[ \t]*+;[^\r\n]*+)++)")


def comment_runs(text: str) -> Iterator[Span]:
    """Each run of two lines or more, from its first `;` to the end of its last line."""
    return (Span(*match.span(1)) for match in _LINES.finditer(text))


def comment_run_at(source: SourceText, offset: int) -> Span | None:
    """The run that `offset` is in; None where it is in none. Looks at no other part of the text."""
    first = last = source.line_of(offset)
    if not _is_comment(source, first):
        return None
    while first > 0 and _is_comment(source, first - 1):
        first -= 1
    while _is_comment(source, last + 1):
        last += 1
    if first == last:
        return None
    start, end = source.line_span(first)
    run = Span(source.text.index(";", start, end), source.line_span(last).end)
    # Within the two characters of its line break a place is behind the last line.
    return run if offset <= run.end else None


def _is_comment(source: SourceText, line: int) -> bool:
    return source.line_text(line).lstrip(" \t").startswith(";")
