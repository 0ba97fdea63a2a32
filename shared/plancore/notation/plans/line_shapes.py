"""What the parts of a line with a step on it look like."""

from __future__ import annotations

import re
from typing import NamedTuple

from plancore.notation.plans.groups import bare
from plancore.notation.plans.items import Error
from plancore.notation.plans.words import NUMBER, WORD, number
from plancore.source import Span

BLANKS = re.compile(r"\s*")

_BOLD = r"[*_]{1,3}"
DECORATION = re.compile(
    r"(?:(?:[-*+•>]|#?\d{1,9}\\?[.)]|#\d{1,9}|\(\d{1,9}\)|\|(?:[ \t]*\d{1,9}[ \t]*\|)?"
    rf"|{_BOLD}#?\d{{1,9}}(?:{_BOLD})?[.):]?(?:{_BOLD})?)[ \t]+)+"
)
"""What a list or table puts before its items: `- `, `1. `, `1\\. `, `**1.** `, `(2) `, `| 3 | `."""

_ITEM_NUMBER = re.compile(r"\d+")

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
"""Characters that names of actions have and the first word of a sentence has not."""

CALL = re.compile(rf"({WORD})\(")

ARROW = re.compile(r"(?:->|=>|→)[ \t]*(?=\()")

LOG = re.compile(rf"({WORD}(?:[ \t]+{WORD})*)[ \t]+\((\d{{1,40}})\)\Z")
"""`a b (1)`: an action and its cost."""

STEP_COST = re.compile(r"[ \t]+\(\d{1,40}\)\Z")

GLUE = re.compile(r"[\s,*`|]*\.?[\s,*`|]*")
"""What may stand between two steps on a line, or behind the last one."""

REMARK = re.compile(r"[-–—#/=→<:]")
"""What an explanation of a step begins with."""

ANNOUNCED = re.compile(r"[:`*→>][ \t]*\Z")
"""What stands between a sentence and the step that it announces."""

WAITING = re.compile(r"-+\s*waiting\s*-+", re.IGNORECASE)
"""Planners for processes print when nothing is done."""

HEADER = re.compile(r"(?:Sequential|TimeTriggered|PartialOrder|Contingent)Plan:\Z|actions:\Z")
CONSTRAINTS = re.compile(r"constraints:\Z")

_LINE_END = re.compile(r"[\r\n]|\Z")
_SENTENCE_END = re.compile(r"[.?!:…]\Z")
_BRACKETS = re.compile(r"\[([^\[\]\r\n]*)\]")
_LPG = re.compile(rf"\s*D:\s*({NUMBER})\s*;\s*C:\s*{NUMBER}\s*")


class Duration(NamedTuple):
    """A duration as written, and where its bracket closes."""

    value: str
    end: int


def duration_at(text: str, at: int, line_end: int) -> Duration | Error | None:
    """The duration `[1.5]` behind an action; None without one. LPG writes `[D:1.5; C:0.1]` as well,
    and for actions that take time `[1.5])`, a parenthesis too many."""
    at = end_of(BLANKS, text, at, line_end)
    if not text.startswith("[", at, line_end):
        return None
    brackets = _BRACKETS.match(text, at, line_end)
    if not brackets:
        return Error("bad-duration", Span(at, line_end), "This duration has no closing `]`")
    lpg = _LPG.fullmatch(brackets[1])
    value = lpg[1] if lpg else brackets[1].strip()
    if number(value) is not None:
        end = brackets.end()
        return Duration(value, end + text.startswith(")", end, line_end))
    kind = "negative-duration" if value.startswith("-") else "bad-duration"
    return Error(kind, Span(*brackets.span()), f"`{value}` is not a duration")


def unwrapped(start: int, end: int) -> Error:
    """The fault of an action without parentheses."""
    return Error("missing-parentheses", Span(start, end), "Expected `(` before the action")


def looks_bare(text: str, start: int, end: int) -> bool:
    """Whether these are names rather than a sentence: one case throughout, no full stop."""
    words = text[start:end]
    if not words[:1].isalnum():
        return False
    one_case = words == words.lower() or words == words.upper()
    return one_case and not _SENTENCE_END.search(words) and bare(text, start, end) is not None


def item_number(text: str, at: int, end: int) -> int | None:
    """The number that a decoration puts before an item; None where it puts none."""
    match = _ITEM_NUMBER.search(text, at, end)
    return int(match[0]) if match else None


def before_comment(text: str, at: int, line_end: int) -> int:
    """Where the line ends without its comment and the blanks before that."""
    comment = text.find(";", at, line_end)
    return line_end if comment < 0 else at + len(text[at:comment].rstrip())


def end_of(pattern: re.Pattern[str], text: str, at: int, end: int) -> int:
    """Where a match of `pattern` at `at` ends; `at` without one."""
    match = pattern.match(text, at, end)
    return match.end() if match else at


def end_of_line(text: str, at: int, end: int) -> int:
    """The line break at or behind `at`, else `end`."""
    match = _LINE_END.search(text, at, end)
    return match.start() if match else end


def start_of_next_line(text: str, at: int, end: int) -> int:
    """The offset behind the line break at `at`."""
    if text.startswith("\r\n", at, end):
        return at + 2
    return min(at + 1, end)
