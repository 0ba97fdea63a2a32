"""Single actions: `(a b)`, `a(b, c)` and `a b`, whole or malformed.

::

    bracketed = "(" (word | comment)+ ")" | "(" word (","? word)* ")"
    called    = word "(" (word (","? word)*)? ")"
    bare      = word (blank word)*, on one line

Words are parted by blanks, in brackets by line ends as well. A `bracketed` one that closes on a
later line has no commas. No word begins with `?`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from plancore.notation.plans.items import ActionText, Error
from plancore.notation.plans.words import WORD, action_at, words_in
from plancore.source import Span

_STOP = re.compile(r"[()]|;[^\r\n]*")
_NEXT = re.compile(r"[(;]")
_COMMENT = re.compile(r";[^\r\n]*")
_WORDS = re.compile(rf"\s*{WORD}(?:\s+{WORD})*\s*")
_LISTED = re.compile(rf"\s*(?:{WORD}(?:\s*,\s*{WORD}|\s+{WORD})*\s*)?")
_BARE = re.compile(rf"{WORD}(?:[ \t]+{WORD})*")
_EMPTY_OPENINGS = re.compile(r"\((?:[ \t]*\()*")

Closings = Callable[[int], int | None]
"""Where the parenthesis at an offset closes on its own line, None when it does not."""


def closings(text: str, start: int, end: int) -> dict[int, int]:
    """The closing parenthesis of each opening one between two offsets, comments left out."""
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
    """The action whose `(` is at `start`; it may go on below its line."""
    close = closing(start)
    if close is None:
        return _below(text, start, line_end, end)
    inner_start, span = start + 1, Span(start, close + 1)
    if text.find("(", inner_start, close) >= 0:
        return Error("nested-parenthesis", span, "A step is one action, without parentheses in it")
    return _action(text, inner_start, close, span)


def called(
    text: str, name: tuple[int, int], opening: int, closing: Closings, line_end: int
) -> ActionText | Error:
    """The action `name(b, c)` whose `(` is at `opening`."""
    start = name[0]
    close = closing(opening)
    if close is None:
        rest = len(text[start:line_end].rstrip())
        return Error("unclosed-step", Span(start, start + rest), "This step has no closing `)`")
    span = Span(start, close + 1)
    if text.find("(", opening + 1, close) >= 0:
        return Error("nested-parenthesis", span, "A step is one action, without parentheses in it")
    if not _LISTED.fullmatch(text, opening + 1, close):
        return Error("invalid-step", span, "Expected names with a comma between them")
    return _checked(text, span, [name, *words_in(text, opening + 1, close)])


def bare(text: str, start: int, end: int) -> ActionText | Error | None:
    """The action `a b` that fills the text between two offsets; None when it is something else."""
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
        return Error("empty-step", span, "This step names no action")
    if _LISTED.fullmatch(text, inner, close):  # `(a, b, c)`, as language models write it
        return _checked(text, span, list(words_in(text, inner, close)))
    return Error("invalid-step", span, "Expected names with blanks between them")


def _words_beside_comments(text: str, start: int, end: int) -> list[tuple[int, int]] | None:
    """The words between two offsets; None when something else than comments is between them."""
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
    return Error("unclosed-step", Span(start, start + covered), "This step has no closing `)`")


def _checked(text: str, span: Span, words: list[tuple[int, int]]) -> ActionText | Error:
    for start, end in words:
        if text[start] == "?":
            place = Span(start, end)
            message = f"`{text[start:end]}` is a variable, not an object"
            return Error("variable-in-plan", place, message, span)
    return action_at(text, span.start, span.end, words)
