"""Single actions: `(a b)`, `a(b, c)` and `a b`, complete or malformed.

::

    bracketed = "(" (word | comment)+ ")" | "(" word (","? word)* ")"
    called    = word "(" (word (","? word)*)? ")"
    bare      = word (blank word)*, on one line

Words are separated by blanks, in brackets also by line ends. A `bracketed` action that closes on a
later line has no commas. No word begins with `?`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from plancore.notation.plans.items import (
    NUMBER,
    WORD,
    ActionText,
    Error,
    action_at,
    number,
    words_in,
)
from plancore.source import Span

_STOP = re.compile(r"[()]|;[^\r\n]*")
_NEXT = re.compile(r"[(;]")
_COMMENT = re.compile(r";[^\r\n]*")
_WORDS = re.compile(rf"\s*{WORD}(?:\s+{WORD})*\s*")
_LISTED = re.compile(rf"\s*(?:{WORD}(?:\s*,\s*{WORD}|\s+{WORD})*\s*)?")
_BARE = re.compile(rf"{WORD}(?:[ \t]+{WORD})*")
_EMPTY_OPENINGS = re.compile(r"\((?:[ \t]*\()*")

Closings = Callable[[int], int | None]
"""The closing parenthesis of the one at an offset; None if it is not on the same line."""


def closings(text: str, start: int, end: int) -> dict[int, int]:
    """The closing parenthesis of each opening one between two offsets; comments are ignored."""
    pairs: dict[int, int] = {}
    open_at: list[int] = []
    for match in _STOP.finditer(text, start, end):
        character = match[0]
        if character == "(":
            open_at.append(match.start())
        elif character == ")" and open_at:
            pairs[open_at.pop()] = match.start()
    return pairs


def bracketed(
    text: str, start: int, line_end: int, end: int, closing: Closings
) -> ActionText | Error:
    """The action whose `(` is at `start`; it may end on a later line."""
    close = closing(start)
    if close is None:
        return _below(text, start, line_end, end)
    inner_start, span = start + 1, Span(start, close + 1)
    if text.find("(", inner_start, close) >= 0:
        return Error("nested-parenthesis", span, "nested parentheses in a step")
    return _action(text, inner_start, close, span)


def unclosed(span: Span) -> Error:
    """The error of a step without its `)`."""
    return Error("unclosed-step", span, "missing `)` after this step")


def called(
    text: str, name: tuple[int, int], opening: int, closing: Closings, line_end: int
) -> ActionText | Error:
    """The action `name(b, c)` whose `(` is at `opening`."""
    start = name[0]
    close = closing(opening)
    if close is None:
        rest = len(text[start:line_end].rstrip())
        return unclosed(Span(start, start + rest))
    span = Span(start, close + 1)
    if text.find("(", opening + 1, close) >= 0:
        return Error("nested-parenthesis", span, "nested parentheses in a step")
    if not _LISTED.fullmatch(text, opening + 1, close):
        return Error("invalid-step", span, "expected names separated by commas")
    return _checked(text, span, [name, *words_in(text, opening + 1, close)])


def bare(text: str, start: int, end: int) -> ActionText | Error | None:
    """The action `a b` that fills the text between two offsets; None for anything else."""
    if not _BARE.fullmatch(text, start, end):
        return None
    return _checked(text, Span(start, end), list(words_in(text, start, end)))


def _action(text: str, inner: int, close: int, span: Span) -> ActionText | Error:
    if _WORDS.fullmatch(text, inner, close):
        return _checked(text, span, list(words_in(text, inner, close)))
    words = _words_beside_comments(text, inner, close)
    if words:
        return _checked(text, span, words)
    if words is not None:
        return Error("empty-step", span, "missing action name in this step")
    if _LISTED.fullmatch(text, inner, close):  # `(a, b, c)`, as language models write it
        return _checked(text, span, list(words_in(text, inner, close)))
    return Error("invalid-step", span, "expected names separated by spaces")


def _words_beside_comments(text: str, start: int, end: int) -> list[tuple[int, int]] | None:
    """The words between two offsets; None if there is anything except words and comments."""
    words: list[tuple[int, int]] = []
    for comment in (*_COMMENT.finditer(text, start, end), None):
        stop = end if comment is None else comment.start()
        if text[start:stop].strip():
            if not _WORDS.fullmatch(text, start, stop):
                return None
            words += words_in(text, start, stop)
        start = stop if comment is None else comment.end()
    return words


def _below(text: str, start: int, line_end: int, end: int) -> ActionText | Error:
    """A step that is not closed on its line: closed on a later one, or malformed."""
    inner = start + 1
    for match in _STOP.finditer(text, inner, end):
        if match[0] == "(":
            break
        if match[0] == ")":
            if match.start() < line_end or not _WORDS.fullmatch(text, inner, match.start()):
                words = _words_beside_comments(text, inner, match.start())
                if not words:
                    break
            return _action(text, inner, match.start(), Span(start, match.end()))
    openings = _EMPTY_OPENINGS.match(text, start, line_end)
    inner = openings.end() if openings else inner
    following = _NEXT.search(text, inner, line_end)
    stop = following.start() if following else line_end
    covered = len(text[start:stop].rstrip())
    return unclosed(Span(start, start + covered))


def _checked(text: str, span: Span, words: list[tuple[int, int]]) -> ActionText | Error:
    for start, end in words:
        if text[start] == "?":
            place = Span(start, end)
            message = f"expected an object, found the variable `{text[start:end]}`"
            return Error("variable-in-plan", place, message, span)
    return action_at(text, span.start, span.end, words)


# The parts of a line with a step.

BLANKS = re.compile(r"\s*")

_BOLD = r"[*_]{1,3}"
DECORATION = re.compile(
    r"(?:(?:[-*+•>]|#?\d{1,9}(?:\.\d{1,9}){0,3}\\?[.)]|#\d{1,9}|\(\d{1,9}\)"
    r"|\|(?:[ \t]*\d{1,9}[ \t]*\|)?"
    rf"|{_BOLD}#?\d{{1,9}}(?:{_BOLD})?[.):]?(?:{_BOLD})?)[ \t]+)+"
)
"""The marker of an item in a list or table: `- `, `1. `, `1\\. `, `**1.** `, `(2) `, `| 3 | `."""

_ITEM_NUMBER = re.compile(r"\d+")

OF_HIERARCHY = re.compile(
    rf"(\d{{1,9}})[ \t]+({WORD}(?:[ \t]+(?!->){WORD})*)(?=[ \t]*(?:\Z|[\r\n]))"
)
"""A step in the notation of the HTN competition."""

LEAD = re.compile(
    r"((?:(?:a|an|the|my|our|final|correct|whole|valid)[ \t]+)*"
    r"(?:plan|solution|answer|actions|steps)(?:[ \t]+is)?[ \t]*:)[ \t]*(?=\()",
    re.IGNORECASE,
)
"""A phrase that announces steps on the same line."""

COUNT = re.compile(rf"(\d{{1,9}})[ \t]+(?=\(|{WORD})")
"""The number of a step, without a sign after it."""

CONNECTIVE = (
    r"(?:and[ \t]++)?(?:first(?:ly)?|second(?:ly)?|third(?:ly)?|then|next|after[ \t]that|afterwards"
    r"|now|finally|lastly|followed[ \t]by)"
)
"""Words between steps in a sentence."""

EXPLANATION = re.compile(
    r"[^\w\r\n(]*+(?:(?:the|its|expected|new|next|current|initial|resulting|final|world|goal|now"
    r"|add|delete|positive|negative)[ \t]+)*"
    r"(?:pre-?conditions?|post-?conditions?|effects?|results?|outcomes?|states?|goals?|facts?|lists?"
    r"|requires?|requirements?|adds|deletes|removes|true|false|holds?|init|because|reasons?"
    r"|explanation|conditions?|observations?|after|before|s\d{1,4})(?![\w-])"
    r"(?:[ \t]+(?:after|before)\b[^:(\r\n]{0,60}"
    r"|(?:(?!\b(?:by|with|using|apply\w*|steps?|actions?|moves?|via|through)\b)[^:(\r\n]){0,60})"
    r"(?P<colon>[:*`_ \t>\u2192]*+)$",
    re.IGNORECASE,
)
"""The words before facts that explain a step: `Effect:`, `State after step 1:`."""

LISTED_FACT = re.compile(r"[-*+\u2022][ \t]+[`*]*\(")

EMPHASIS = re.compile(r"[*`]+[ \t]*")

LABEL = re.compile(
    r"(?:step|action)(?:[ \t]*#?(\d{1,9})[*`]*[ \t]*(?:[:.)]|[–—-](?=\s))+|[ \t]*:)"
    r"[*`]*[ \t]*[*`]*",
    re.IGNORECASE,
)
"""`step 0:`, `Action #3 -` or `Action:`; the group is the number."""

TIME = re.compile(r"([+-]?[\d.][^\s():,;\[\]]*)[ \t]*:[ \t]*")
"""Anything before a colon that begins like a number."""

UNPARTED_TIME = re.compile(r"[+-]?[\d.]+[ \t]*\(")

NAME = re.compile(WORD)

JOINED = re.compile(r"\w[-_]\w")
"""Characters in names of actions that the first word of a sentence does not have."""

CALL = re.compile(rf"({WORD})\(")

ARROW = re.compile(rf"(?:->|=>|→)[ \t]*(?=(?:{WORD})?\()")

LOG = re.compile(rf"({WORD}(?:[ \t]+{WORD})*)[ \t]+\((\d{{1,40}})\)\Z")
"""`a b (1)`: an action and its cost."""

STEP_COST = re.compile(r"[ \t]+\(\d{1,40}\)\Z")

GLUE = re.compile(r"[\s,*`|]*\.?[\s,*`|]*")
"""The text allowed between two steps on a line, or after the last one."""

REMARK = re.compile(r"[-–—#/=→<:]")
"""The beginning of an explanation after a step."""

VALUE = re.compile(r"=[ \t]*[+-]?[\d.]")
"""The value of a function, as in the `h(n = s_0)=3.0` of ENHSP."""

ANNOUNCED = re.compile(r"[:`*→>][ \t]*\Z")
"""The end of a sentence that announces a step."""

DASHED = re.compile(r"[ \t][–—-][ \t]*\Z")
"""The same in a numbered item."""

WAITING = re.compile(r"-+\s*waiting\s*-+", re.IGNORECASE)
"""Planners for processes print this where nothing is done."""

HEADER = re.compile(r"(?:Sequential|TimeTriggered|PartialOrder|Contingent)Plan:\Z|actions:\Z")
CONSTRAINTS = re.compile(r"constraints:\Z")

_LINE_END = re.compile(r"[\r\n]|\Z")
_SENTENCE_END = re.compile(r"[.?!:…]\Z")
_BRACKETS = re.compile(r"\[([^\[\]\r\n]*)\]")
_LPG = re.compile(rf"\s*D:\s*({NUMBER})\s*;\s*C:\s*{NUMBER}\s*")


class Duration(NamedTuple):
    """A duration as written, and the offset past its bracket."""

    value: str
    end: int


def duration_at(text: str, at: int, line_end: int) -> Duration | Error | None:
    """The duration `[1.5]` after an action; None without one. LPG also writes `[D:1.5; C:0.1]`, and
    for durative actions `[1.5])` with a surplus parenthesis."""
    at = end_of(BLANKS, text, at, line_end)
    if not text.startswith("[", at, line_end):
        return None
    brackets = _BRACKETS.match(text, at, line_end)
    if not brackets:
        return Error("bad-duration", Span(at, line_end), "missing `]` after this duration")
    lpg = _LPG.fullmatch(brackets[1])
    value = lpg[1] if lpg else brackets[1].strip()
    if number(value) is not None:
        end = brackets.end()
        return Duration(value, end + text.startswith(")", end, line_end))
    kind = "negative-duration" if value.startswith("-") else "bad-duration"
    return Error(kind, Span(*brackets.span()), f"expected a duration, found `{value}`")


def unwrapped(start: int, end: int) -> Error:
    """The error of an action without parentheses."""
    return Error("missing-parentheses", Span(start, end), "expected `(` before the action")


def looks_bare(text: str, start: int, end: int) -> bool:
    """Whether these are names rather than a sentence: one case throughout, no full stop."""
    words = text[start:end]
    if not words[:1].isalnum():
        return False
    one_case = words == words.lower() or words == words.upper()
    return one_case and not _SENTENCE_END.search(words) and bare(text, start, end) is not None


def item_number(text: str, at: int, end: int) -> int | None:
    """The number in the marker of a list item; None without one."""
    match = _ITEM_NUMBER.search(text, at, end)
    return int(match[0]) if match else None


def before_comment(text: str, at: int, line_end: int) -> int:
    """The end of a line without its comment and the blanks before that."""
    signs = (text.find(";", at, line_end), text.find(" # ", at, line_end))
    begun = [sign for sign in signs if sign >= 0] if signs != (-1, -1) else ()
    return at + len(text[at : min(begun)].rstrip()) if begun else line_end


def end_of(pattern: re.Pattern[str], text: str, at: int, end: int) -> int:
    """The end of a match of `pattern` at `at`; `at` without a match."""
    match = pattern.match(text, at, end)
    return match.end() if match else at


def end_of_line(text: str, at: int, end: int) -> int:
    """The first line break at or after `at`, or `end`."""
    match = _LINE_END.search(text, at, end)
    return match.start() if match else end


def start_of_next_line(text: str, at: int, end: int) -> int:
    """The offset past the line break at `at`."""
    if text.startswith("\r\n", at, end):
        return at + 2
    return min(at + 1, end)
