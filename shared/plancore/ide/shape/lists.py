"""The lists of a section, and the slots of an operator: a keyword with its value; and comments that
stand alone on neighbouring lines and so belong together.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import chain
from typing import Final

from plancore.project import AnySnapshot, PlanSnapshot
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText, Span
from plancore.syntax.builder import TOKEN
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


# What to select around a place, from the word there to the whole file.

_WORD_OF_PLAN: Final = re.compile(r";[^\r\n]*|[^\s();:,\"{}\[\]]+")


def selections(file: AnySnapshot, offset: int) -> list[Span]:
    """Spans that touch `offset`, the innermost first; each is a proper part of the next one.

    In PDDL: word, comment, list, slot, section, definition, file; in a plan: word, action, step,
    line, file.
    """
    around = _in_plan(file, offset) if isinstance(file, PlanSnapshot) else _in_pddl(file, offset)
    comments = comment_run_at(file.source, offset)
    candidates = chain(around, (comments,) if comments else ())
    touching = {span for span in candidates if span.contains(offset) and span.start < span.end}
    nested: list[Span] = []
    # Of two as long that only touch each other at the offset, the later one is meant.
    for span in sorted(touching, key=lambda span: (span.end - span.start, -span.start)):
        if not nested or (span.start <= nested[-1].start and nested[-1].end <= span.end):
            nested.append(span)
    whole = Span(0, len(file.text))
    return nested if nested and nested[-1] == whole else [*nested, whole]


def _in_pddl(file: FileSnapshot, offset: int) -> Iterator[Span]:
    tree = file.tree
    yield from _words(file.source, offset, TOKEN)
    for definition in tree.definitions:
        yield tree.definition_span(definition)
        yield from map(tree.section_span, definition.sections)
    at = tree.form_at(offset)
    if at is not None:
        form, inside = at
        start = offset - inside
        for node in form.nodes:
            if type(node) is List and node.start <= inside <= node.end:
                yield from (Span(part.start, part.end).shifted(start) for part in lists(node))
                yield from (slot.shifted(start) for slot in slots(node))


def _in_plan(file: PlanSnapshot, offset: int) -> Iterator[Span]:
    yield from _words(file.source, offset, _WORD_OF_PLAN)
    yield file.source.line_span(file.source.line_of(offset))
    steps = file.plan.steps
    last = bisect_right(steps, offset, key=lambda step: step.at)
    for step in steps[max(last - 2, 0) : last]:  # two may touch each other there
        yield step.span
        yield from (action.span for action in step.actions)


def _words(source: SourceText, offset: int, pattern: re.Pattern[str]) -> Iterator[Span]:
    """What `pattern` finds in the line of `offset` and touches it, other than parentheses."""
    text = source.text
    start, end = source.line_span(source.line_of(offset))
    if not any(text.find(mark, start, offset) >= 0 for mark in ';"'):
        # No word has a blank in it, so that in a long line one need not begin at its start.
        start = max(text.rfind(" ", start, max(offset - 1, start)), start)
    for match in pattern.finditer(text, start, end):
        if match.start() > offset:
            break
        if match.group() not in "()":
            yield Span(*match.span())
