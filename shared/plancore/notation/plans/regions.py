"""Where in a text the plan is: between `[PLAN]` marks, in Markdown fences, or all of it."""

from __future__ import annotations

import re
from typing import NamedTuple

from plancore.source import Span

_MARK = re.compile(r"\[[ \t]*(/?)[ \t]*(?:(END)[ \t]+)?PLAN[ \t]*(END)?[ \t]*\]", re.IGNORECASE)
_FENCE = re.compile(r"^[ \t>]*(?:```|~~~)[^\r\n]*", re.MULTILINE)


class Regions(NamedTuple):
    """The parts of a text that may hold steps, and whether anything marks them as such."""

    parts: tuple[Span, ...]
    marked: bool


def plan_regions(text: str, start: int) -> Regions:
    """The parts of `text` from `start` on in which to look for steps.

    The last part between plan marks counts, as a language model that corrects itself gives
    its answer last; without marks all fenced parts; without fences everything.
    """
    end = len(text)
    marks = list(_MARK.finditer(text, start))
    if marks:
        parts = _between_marks(marks, end)
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
    fences = list(_FENCE.finditer(text, start, end))
    parts = []
    for index in range(0, len(fences), 2):
        stop = fences[index + 1].start() if index + 1 < len(fences) else end
        parts.append(Span(min(fences[index].end() + 1, stop), stop))
    return parts
