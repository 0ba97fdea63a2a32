"""Laying out a plan: one step per line, one blank between words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from plancore.ide.formatting.printer import NewGap
from plancore.model.plan import PlanFormat, Step
from plancore.project import PlanSnapshot
from plancore.source import Span

_LINE_NOTATIONS: Final = frozenset((PlanFormat.SEQUENTIAL, PlanFormat.TIMED))


def plan_gaps(file: PlanSnapshot, newline: str) -> Iterator[NewGap]:
    """The gaps of a plan in the notation of the competitions; none for any other notation."""
    plan = file.plan
    if plan.format not in _LINE_NOTATIONS or plan.skipped:
        return
    text = file.text
    at = 0
    for step in plan.steps:
        start, end = step.span
        if step.concurrent or len(step.actions) != 1:
            return
        gap = text[at:start]
        if not gap.strip():
            if at and not re.search(r"[\n\r]", gap):
                yield NewGap(Span(at, start), newline)
            else:
                yield from _indentation(text, at, start)
        else:
            yield from _indentation(text, at, start)
        yield from _step(text, step)
        at = end


def _indentation(text: str, at: int, start: int) -> Iterator[NewGap]:
    """Nothing between the start of the line and a step."""
    first = max(text.rfind("\n", at, start), text.rfind("\r", at, start)) + 1
    first = max(first, at)
    if first < start and not text[first:start].strip():
        yield NewGap(Span(first, start), "")


def _step(text: str, step: Step) -> Iterator[NewGap]:
    """The blanks between the words of an action."""
    action = step.action
    start, end = action.span
    if text[start : start + 1] != "(" or text[end - 1 : end] != ")":
        return
    words = [action.name_span, *action.arg_spans]
    yield NewGap(Span(start + 1, words[0].start), "")
    for word, next_word in pairwise(words):
        yield NewGap(Span(word.end, next_word.start), " ")
    yield NewGap(Span(words[-1].end, end - 1), "")
