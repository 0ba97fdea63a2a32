"""Where to look for steps in a text with other parts: thinking sections, plan marks, fences."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from plancore.source import Span

_MARK = re.compile(
    r"\[[ \t]*(?:(?P<closes>/[ \t]*PLAN|END[ \t]+PLAN|PLAN[ \t]*END)|PLAN)[ \t]*\]", re.IGNORECASE
)
_NEXT_TASK = re.compile(r"\[[ \t]*STATEMENT[ \t]*\]", re.IGNORECASE)
_THINKING: Final = r"(?:think|thinking|thoughts?|reason|reasoning|scratchpad|reflection|analysis)"
_THOUGHT: Final = re.compile(
    rf"(?P<closed></{_THINKING}>|\[/THINK\]|<\|end_of_thought\|>|\u25c1/think\u25b7"
    r"|<\|channel\|>final(?:<\|message\|>)?)"
    rf"|^[ \t]*(?:<{_THINKING}>|\[THINK\]|<\|begin_of_thought\|>|\u25c1think\u25b7"
    r"|(?:<\|start\|>assistant)?<\|channel\|>analysis)",
    re.IGNORECASE | re.MULTILINE,
)
"""The end of a thinking section of a language model, or its beginning, which starts a line."""
_TAG: Final = re.compile(
    r"<(?P<closes>/?)(?:(?P<final>(?:final[_ -]?)?(?:answer|solution))|(?:final[_ -]?)?plan)>",
    re.IGNORECASE,
)
_FENCE = re.compile(r"^[ \t>]*(?P<mark>`{3,}|~{3,})(?P<info>[^\r\n(]*)[^\r\n]*", re.MULTILINE)
"""The line of a fence, which may have the first step after the name of the language."""

_WORD: Final = re.compile(r"\w")


class Regions(NamedTuple):
    """The parts of a text that may have steps, and whether marks, tags or fences delimit them.
    `final` if the text calls them its answer, so that nothing else is."""

    parts: tuple[Span, ...]
    marked: bool
    final: bool = False


def answer_of(text: str, start: int = 0) -> Span:
    """The answer of a language model: the text after its thinking section, which has drafts. What
    follows the beginning of a section that does not end may be a draft, too."""
    end = len(text)
    for mark in _THOUGHT.finditer(text, start):
        if mark["closed"]:
            start, end = mark.end(), len(text)
        else:
            end = min(end, mark.start())
    return Span(start, max(start, end))


def plan_regions(text: str, start: int, end: int) -> Regions:
    """The parts of `text` between two offsets in which to look for steps.

    The last part between plan marks, because a language model that corrects itself gives its answer
    last, but none after the first `[STATEMENT]` behind a plan, where it invents another task (as in
    PlanBench); without marks those in the tags of an answer, else of a plan; without these all
    fenced parts; without fences everything.
    """
    parts = _between(text, _MARK.finditer(text, start, end), end)
    invented = _NEXT_TASK.search(text, start, end) if parts else None
    if invented and invented.start() >= parts[0].end:
        parts = [part for part in parts if part.start < invented.start()]
    if parts:
        return Regions(tuple(_fenced(text, *parts[-1])) or (parts[-1],), marked=True)
    tags = list(_TAG.finditer(text, start, end))
    answers = _between(text, (tag for tag in tags if tag["final"]), end)
    tagged = [plan for part in answers or (Span(start, end),) for plan in _plans(text, tags, part)]
    tagged = tagged or answers
    if tagged:
        parts = [inner for part in tagged for inner in _fenced(text, *part) or (part,)]
        return Regions(tuple(parts), marked=True, final=bool(answers))
    fenced = _fenced(text, start, end)
    if fenced:
        return Regions(tuple(fenced), marked=True)
    return Regions((Span(start, end),), marked=False)


def _plans(text: str, tags: list[re.Match[str]], part: Span) -> list[Span]:
    """The parts in the tags of a plan within another part."""
    plans = (tag for tag in tags if not tag["final"] and part.start <= tag.start() < part.end)
    return _between(text, plans, part.end)


def _between(text: str, marks: Iterable[re.Match[str]], end: int) -> list[Span]:
    """The parts that have words between marks or tags; others only mention them."""
    parts: list[Span] = []
    begin: int | None = None
    for mark in marks:
        if not mark["closes"]:
            begin = mark.end()
        elif begin is not None:
            parts.append(Span(begin, mark.start()))
            begin = None
    if begin is not None:
        parts.append(Span(begin, end))
    return [part for part in parts if _WORD.search(text, *part)]


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
