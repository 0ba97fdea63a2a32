"""What to select around a place, from the word there to the whole file."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import chain
from typing import Final

from plancore.ide.shape.lists import comment_run_at, lists, slots
from plancore.project import AnySnapshot, PlanSnapshot
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText, Span
from plancore.syntax.builder import TOKEN
from plancore.syntax.nodes import List

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
