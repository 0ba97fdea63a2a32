"""Plans with commas between the steps: `a(b), {c(d), e}, (f g)`.

Actions in braces happen at the same time. A comma inside parentheses separates arguments, not
steps. Nothing between two commas is not a step.

::

    text  = announcement? (step? ",")* step?     announcement = words ":" blank
    step  = (number ":")? action | "{" (part? ",")* part? "}"
    part  = (number ":")? action
    action = "(" word+ ")" | word "(" (word ((","|blank) word)*)? ")" | word (blank word)*

Comments are blanks. Braces are not nested. A group is separated from the next step by a comma or by
the end of its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from plancore.model.plan import PlanFormat
from plancore.notation.plans.groups import bare, bracketed, called, closings
from plancore.notation.plans.items import (
    WORD,
    ActionText,
    Error,
    Item,
    ReaderNote,
    Skip,
    StepText,
    stated_cost,
)
from plancore.source import Span

_MARK = re.compile(r"[(){},]")
_FILLED = re.compile(r"\S")
_COMMENT = re.compile(r";[^\r\n]*")
_LINE_BREAK = re.compile(r"[ \t]*[\r\n]\s*(?![\s,])(?=.)")
_TIME = re.compile(r"(\d{1,40}(?:\.\d{1,40})?)\s*:\s*")
_LEAD = re.compile(r"\s*[A-Za-z][^(){},;\r\n]*:\s+")
"""The announcement of a plan: `The plan is: `."""
_CALL = re.compile(rf"({WORD})\s*\(")


def scan_commas(text: str, start: int, end: int) -> Iterator[Item]:
    """The steps between two offsets."""
    for comment in _COMMENT.finditer(text, start, end):
        yield from stated_cost(text, *comment.span())
    text = _COMMENT.sub(lambda comment: " " * len(comment[0]), text)
    lead = _LEAD.match(text, start, end)
    if lead:
        yield Skip(_stripped(text, *lead.span()), "text")
        start = lead.end()
    for element in _elements(text, start, end):
        if isinstance(element, Error):
            yield element
        elif text[element.start] == "{":
            yield from _group(text, element)
        else:
            action = _action(text, element)
            if isinstance(action, Error):
                yield action
            else:
                yield _step(text, element, action)


def _step(text: str, element: Span, action: ActionText) -> StepText:
    time = _TIME.match(text, element.start, element.end)
    return StepText(
        element.start, element.end, (action,), PlanFormat.COMMA, time=time[1] if time else None
    )


def _group(text: str, element: Span) -> Iterator[Item]:
    """`{a, b}`: one step of concurrent actions."""
    start, end = element
    actions: list[ActionText] = []
    errors: list[Error] = []
    for part in _elements(text, start + 1, end - 1):
        action = part if isinstance(part, Error) else _action(text, part)
        if isinstance(action, Error):
            errors.append(action)
        else:
            actions.append(action)
    if errors:
        yield from errors
        return
    if not actions:
        yield ReaderNote("empty-concurrent-step", element, "missing action in this step")
    yield StepText(start, end, tuple(actions), PlanFormat.COMMA, concurrent=True)


def _action(text: str, element: Span) -> ActionText | Error:
    start, end = element
    time = _TIME.match(text, start, end)
    if time:
        start = time.end()
    pairs = closings(text, start, end)
    if text.startswith("(", start, end):
        action: ActionText | Error | None = bracketed(text, start, end, end, pairs.get)
    else:
        call = _CALL.match(text, start, end)
        if call:
            action = called(text, call.span(1), call.end() - 1, pairs.get, end)
        else:
            action = bare(text, start, end)
    if isinstance(action, ActionText) and action.end < end:
        return Error("text-after-step", Span(action.end, end), "expected a comma after a step")
    if action is None:
        return Error("invalid-step", element, "expected an action")
    return action


def _elements(text: str, start: int, end: int) -> Iterator[Span | Error]:
    """The spans between the commas, without surrounding blanks, and malformed braces."""
    braces = parentheses = groups = 0
    error: tuple[str, str] | None = None
    begin = start
    for mark in (*_MARK.finditer(text, start, end), None):
        stop = end if mark is None else mark.start()
        character = "," if mark is None else mark[0]
        if character == "(":
            parentheses += 1
        elif character == ")":
            parentheses -= parentheses > 0
        elif character == "{":
            if braces:
                error = error or ("nested-braces", "nested concurrent steps")
            elif groups or _FILLED.search(text, begin, stop):
                error = error or ("missing-comma", "expected a comma before `{`")
            braces += 1
            groups += 1
        elif character == "}":
            if not braces:
                error = error or ("unopened-brace", "unmatched `}`")
            else:
                braces -= 1
                parentheses = 0
            parted = None if braces else _LINE_BREAK.match(text, stop + 1, end)
            if parted:
                span = _stripped(text, begin, stop + 1)
                yield Error(error[0], span, error[1]) if error else _whole(text, span)
                begin, groups, error = parted.end(), 0, None
        elif mark is None or not (braces or parentheses):
            if braces:
                error = error or ("unclosed-brace", "missing `}`: this `{` is not closed")
            span = _stripped(text, begin, stop)
            if span.start < span.end:
                yield Error(error[0], span, error[1]) if error else _whole(text, span)
            begin, groups, error = stop + 1, 0, None


def _whole(text: str, span: Span) -> Span | Error:
    if text[span.start] == "{" and text[span.end - 1] != "}":
        return Error("missing-comma", span, "expected a comma after `}`")
    return span


def _stripped(text: str, start: int, end: int) -> Span:
    """The part between two offsets without surrounding blanks."""
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    return Span(start, start + len(piece.strip()))
