"""Steps that are lost among the text around a plan."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from plancore.diagnostic import Diagnostic, Severity
from plancore.model.plan import Plan, Step
from plancore.notation.plans.groups import CONNECTIVE, unwrapped
from plancore.notation.plans.items import Error
from plancore.notation.plans.json_text import with_lines
from plancore.source import SourceText, Span

_WORDS: Final = re.compile(r"^[^\w\r\n()]*+(?:\d++[.):][^\w\r\n()]*+)?([^\r\n()]++)", re.MULTILINE)
"""The start of a line up to a parenthesis, without the marks before its words."""
_LED: Final = re.compile(
    rf"^[^\w\r\n()]*+(?:{CONNECTIVE}|(?:if|when|while|until)\b[^\r\n]*?\b(?:then|do|else))"
    r"[ \t]*+[,:]?+[ \t]*+\(([^()\r\n]*+)\)",
    re.IGNORECASE | re.MULTILINE,
)
"""A step in a sentence: `Then (go a) brings us to a.`"""
_BEHIND: Final = re.compile(
    r"^[^\w\r\n()]*+\d{1,9}[.):][^()\r\n]*+\(([^()\r\n]*+)\)[ \t.*`]*+$", re.MULTILINE
)
"""A step behind a sentence: `3. Go to a (go a)`."""
_LEFT_OUT: Final = re.compile(
    r"^(?:[^\w\r\n().\u2026]*+(?:(?:step[ \t]*+)?\d{1,9}[.):][^\w\r\n().\u2026]*+)?"
    r"[\[(]?(?:\.[ \t]?\.[ \t]?\.[ \t.]*+|\u2026)[\])]?"
    r"|[ \t*+\u2022-]*+(?:and[ \t]++so[ \t]++(?:on|forth)|etc)\b[^\w\r\n]*+"
    r"|[ \t]*+[-*+\u2022][ \t]++(?:repeat|continue|likewise|similarly|(?:do[ \t]++)?the[ \t]++same)"
    r"\b[^\r\n():]*+)[ \t]*+$",
    re.IGNORECASE | re.MULTILINE,
)
"""A line that stands for steps: `...`, `- Repeat for the other boxes.`"""
_REST_OF_LINE: Final = re.compile(r"[^\r\n]*+(?>(?:[ \t]*+[\r\n])*)")
_OF_SENTENCES: Final = frozenset(
    ("and", "at", "by", "for", "from", "in", "into", "is", "it", "of", "on", "onto")
) | {"so", "that", "the", "then", "to", "via", "with"}
"""Words between objects in a sentence, as in `Unload p1 at b.`"""
_MARKS: Final = " \t*`.,|[]{}"
_ARROW: Final = re.compile(r"(?:->|=>|→)[ \t]*")
_ITEM: Final = re.compile(
    r"^(?P<lead>[ \t>]*+(?:[*_#]{1,4}[ \t]*+)?(?:(?:step|action)[ \t]*+#?)?)(?P<number>\d{1,9})"
    r"(?:[*_]{0,3}[.):][*_]{0,3}|[ \t]++[–—-])(?=[ \t])[ \t]*+(?P<words>[^\r\n]*\w[^\r\n]*)",
    re.IGNORECASE | re.MULTILINE,
)
"""A line that begins with the number of a step."""
_BULLET: Final = re.compile(
    r"^[ \t]{0,3}[-*+\u2022][ \t]++([^\r\n():]++)(?=[\r\n]|\Z)", re.MULTILINE
)
_LETTER: Final = re.compile(r"[A-Za-z]")


def lost_lines(text: str, steps: Sequence[Step], passed_over: Sequence[Span]) -> Iterator[Error]:
    """Lines of words in text that is passed over, which name an action with as many objects as a
    step of the plan has: steps in another layout than the others."""
    actions = [action.key for step in steps for action in step.actions]
    shapes = {(key[0], len(key)) for key in actions}
    no_objects = _OF_SENTENCES.difference(name for key in actions for name in key[1:])
    for span in passed_over:
        for line in _lines_of_words(text, *span):
            words = line[1].rstrip(_MARKS)
            name, *args = words.lower().split() or [""]
            if (name, 1 + len(args)) in shapes and no_objects.isdisjoint(args):
                yield unwrapped(line.start(1), line.start(1) + len(words))


def _lines_of_words(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """The lines between two offsets without parentheses; a sentence that announces a step on its
    line is not one."""
    for line in _WORDS.finditer(text, start, end):
        if text[line.end() : line.end() + 1] not in ("(", ")"):
            yield line


def lost_items(
    text: str, steps: Sequence[Step], errors: Sequence[int], passed_over: Sequence[Span]
) -> Iterator[Error]:
    """Numbered items without a step between the items of two steps: `2. Fly over the lake.` They
    are steps that cannot be read; so are those from 1 on before the first step. `errors` are the
    places of malformed steps; `passed_over` is in textual order."""
    if not any(_ITEM.search(text, *span) for span in passed_over):
        return
    places = sorted((*(step.at for step in steps), *errors))
    items = list(_ITEM.finditer(text))
    firsts = [bisect_left(places, item.start()) for item in items]
    run: list[re.Match[str]] = []
    last: re.Match[str] | None = None
    """The item before `run`, which has a step."""
    for item, first, behind in zip(items, firsts, (*firsts[1:], len(places)), strict=True):
        before = run[-1] if run else last
        follows = before is not None and _is_next(before, item)
        if first == behind:  # without a step
            begins = first == 0 and not run and int(item["number"]) < 2
            if follows or begins:
                run.append(item)
            else:
                run, last = [], None
            continue
        is_direct = _LETTER.search(text, item.start("words"), places[first]) is None
        if follows and (last is not None or is_direct):
            for lost in run:
                span = Span(lost.start("words"), lost.start("words") + len(lost["words"].rstrip()))
                index = bisect_right(passed_over, span.start, key=lambda other: other.start) - 1
                if index >= 0 and span.end <= passed_over[index].end:
                    yield Error("invalid-step", span, "expected an action")
        run, last = [], item


def left_out(text: str, steps: Sequence[Step], passed_over: Sequence[Span]) -> Iterator[Error]:
    """Lines between the steps of a plan, or next below the last one, that stand for other steps."""
    first, last = steps[0].at, steps[-1].span.end
    for span in passed_over:
        if first < span.start < last:
            yield from map(_left_out, _LEFT_OUT.finditer(text, *span))
    behind = _REST_OF_LINE.match(text, last)
    below = _LEFT_OUT.match(text, behind.end()) if behind else None
    if below is not None:
        yield _left_out(below)


def _left_out(line: re.Match[str]) -> Error:
    words = line[0].strip()
    begin = line.start() + line[0].index(words)
    return Error("invalid-step", Span(begin, begin + len(words)), "steps are left out here")


def _is_next(item: re.Match[str], following: re.Match[str]) -> bool:
    """Whether an item has the number after that of another one in the same layout."""
    is_alike = item["lead"].lower() == following["lead"].lower()
    return is_alike and int(following["number"]) == int(item["number"]) + 1


def unread_items(plan: Plan, text: str) -> Iterator[str]:
    """The sentences that are items between the steps of a list with bullets: they may explain
    steps, or be steps that cannot be read."""
    if len(plan.steps) < 2:
        return
    first, last = plan.steps[0].at, plan.steps[-1].at
    for span, reason in plan.skipped:
        if reason == "text" and first < span.start < last:
            start = max(text.rfind("\n", 0, span.start), text.rfind("\r", 0, span.start)) + 1
            for item in _BULLET.finditer(text, start, span.end):
                yield item[1].strip()


def named_steps(
    plan: Plan, text: str, is_step: Callable[[tuple[str, ...]], bool]
) -> Iterator[Diagnostic]:
    """Errors about text beside the steps of a plan that names an action with its objects, but in
    another layout than the steps: `3. fly kit park` after `2. (load kit)`, or `-> fly kit park`.

    `is_step` says whether words in lower case are an action of the domain with its arguments.
    """
    text = with_lines(text)
    named: list[tuple[int, str, bool]] = []
    reported = {span.end for span, reason in plan.skipped if reason not in ("text", "remark")}
    for (start, end), reason in plan.skipped:
        if reason == "remark":
            arrows = [*_ARROW.finditer(text, start, end)]
            ends = [*(arrow.start() for arrow in arrows[1:]), end]
            found = [Span(a.end(), at) for a, at in zip(arrows, ends, strict=False)]
        elif reason == "text":
            found = [Span(*line.span(1)) for line in _lines_of_words(text, start, end)]
            found += [
                Span(*line.span(1))
                for pattern in (_LED, _BEHIND)
                for line in pattern.finditer(text, start, end)
            ]
        else:
            continue
        for at, to in found:
            words = text[at:to].strip(_MARKS)
            if words and is_step(tuple(words.lower().split())):
                begin = text.index(words, at)
                if begin + len(words) not in reported:
                    named.append((begin, words, reason == "remark"))
    if not named:
        return  # the usual case
    source = SourceText(text)
    lines = {source.position(step.at).line for step in plan.steps}
    for at, words, is_after_step in named:
        line = source.position(at).line
        if is_after_step or lines & {line - 1, line + 1}:
            lines.add(line)
            span = Span(at, at + len(words))
            error = unwrapped(*span)
            if text.startswith("(", at - 1):
                error = Error("text-after-step", span, "expected a step on a line of its own")
            yield Diagnostic(error.code, Severity.ERROR, error.span, error.message)
