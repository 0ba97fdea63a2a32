"""Where to look for steps in a text with other parts: thinking sections, plan marks, fences."""

from __future__ import annotations

import re
from typing import NamedTuple

from plancore.source import Span

_MARK = re.compile(r"\[[ \t]*(/?)[ \t]*(?:(END)[ \t]+)?PLAN[ \t]*(END)?[ \t]*\]", re.IGNORECASE)
_NEXT_TASK = re.compile(r"\[[ \t]*STATEMENT[ \t]*\]", re.IGNORECASE)
_THOUGHT = re.compile(r"</(?:think|thinking|thoughts?|reasoning)>", re.IGNORECASE)
_FENCE = re.compile(r"^[ \t>]*(?P<mark>`{3,}|~{3,})(?P<info>[^\r\n(]*)[^\r\n]*", re.MULTILINE)
"""The line of a fence, which may have the first step after the name of the language."""


class Regions(NamedTuple):
    """The parts of a text that may have steps, and whether plan marks or fences delimit them."""

    parts: tuple[Span, ...]
    marked: bool


def answer_start(text: str, start: int) -> int:
    """Where the answer of a language model begins: after its thinking section, which has drafts."""
    return max((mark.end() for mark in _THOUGHT.finditer(text, start)), default=start)


def plan_regions(text: str, start: int) -> Regions:
    """The parts of `text` from `start` on in which to look for steps.

    The last part between plan marks, because a language model that corrects itself gives its answer
    last, but none after the first `[STATEMENT]` behind a plan, where it invents another task (as in
    PlanBench); without marks all fenced parts; without fences everything.
    """
    end = len(text)
    marks = list(_MARK.finditer(text, start))
    if marks:
        parts = _between_marks(marks, end)
        invented = _NEXT_TASK.search(text, start)
        if parts and invented and invented.start() >= parts[0].end:
            parts = [part for part in parts if part.start < invented.start()]
        if parts:
            last = parts[-1]
            fenced = _fenced(text, last.start, last.end)
            return Regions(tuple(fenced) or (last,), marked=True)
    fenced = _fenced(text, start, end)
    if fenced:
        return Regions(tuple(fenced), marked=True)
    return Regions((Span(start, end),), marked=False)


def _between_marks(marks: list[re.Match[str]], end: int) -> list[Span]:
    parts: list[Span] = []
    begin: int | None = None
    for mark in marks:
        closes = bool(mark[1] or mark[2] or mark[3])
        if not closes:
            begin = mark.end()
        elif begin is not None:
            parts.append(Span(begin, mark.start()))
            begin = None
    if begin is not None:
        parts.append(Span(begin, end))
    return parts


def _fenced(text: str, start: int, end: int) -> list[Span]:
    parts: list[Span] = []
    opening: re.Match[str] | None = None
    for fence in _FENCE.finditer(text, start, end):
        if opening is None:
            closed = text.find(fence["mark"], fence.end("mark"), fence.end())
            if closed < 0:
                opening = fence
            else:
                parts.append(Span(min(fence.end("info"), closed), closed))
        elif fence["mark"].startswith(opening["mark"]):
            parts.append(_inside(opening, fence.start()))
            opening = None
    if opening is not None:
        parts.append(_inside(opening, end))
    return parts


def _inside(opening: re.Match[str], end: int) -> Span:
    beside = opening.end("info") < opening.end()
    return Span(min(opening.end("info") + (not beside), end), end)
