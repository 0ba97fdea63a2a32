"""JSON values with their places; tuples of Python are arrays, and quotes may be single."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from plancore.notation.plans.items import Error
from plancore.source import Span

_TOKEN = re.compile(
    r"\s*(?:(?P<mark>[\[\](){}:,])"
    r"|(?P<quote>\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')"
    r"|(?P<atom>[^\s\[\](){}:,\"']+))",
    re.DOTALL,
)
_LINE_BREAK = re.compile(r"[ \t]*,?[ \t]*(?:[\r\n]\s*|\Z)")
_TUPLE_MARKS = {"(": "[", ")": "]"}


@dataclass(slots=True)
class Value:
    """A JSON value: `kind` is `[`, `{`, `"`, or `a` for a number or a word."""

    kind: str
    start: int
    end: int
    items: list[Value] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)

    def get(self, *names: str) -> Value | None:
        """The member of an object under the first of `names` that it has."""
        for name in names:
            if name in self.keys:
                return self.items[self.keys.index(name)]
        return None


def parse(text: str, start: int, end: int) -> tuple[Value | None, Error | None]:
    """The value between two offsets, partial after an error, and the error."""
    root, stack, at = _first(text, start, end)
    rest = text[at:end]
    filled = rest.strip()
    if stack and not filled:
        unclosed = Span(stack[-1].start, at)
        return root, Error("invalid-json", unclosed, "unclosed array or object")
    if root is None or stack or filled:
        first = at + len(rest) - len(rest.lstrip())
        where = Span(first, first + len(filled))
        return root, Error("invalid-json", where, "invalid JSON")
    return root, None


def parse_lines(text: str, start: int, end: int) -> list[Value]:
    """The arrays and objects between two offsets, each on lines of its own, as in JSON Lines; empty
    if there is anything else."""
    values: list[Value] = []
    while True:
        value, stack, start = _first(text, start, end)
        if value is None or stack or value.kind not in "[{":
            return []
        values.append(value)
        gap = _LINE_BREAK.match(text, start, end)
        if gap is None:
            return []
        start = gap.end()
        if start == end:
            return values


def _first(text: str, start: int, end: int) -> tuple[Value | None, list[Value], int]:
    """The first value from an offset on, its parts that are not closed, and the offset past it."""
    root: Value | None = None
    stack: list[Value] = []
    key: str | None = None
    at = start
    while at < end and (root is None or stack):
        token = _TOKEN.match(text, at, end)
        if token is None:
            break
        at = token.end()
        mark = _TUPLE_MARKS.get(token["mark"], token["mark"])
        if mark in ("]", "}"):
            if not stack or (stack[-1].kind == "[") != (mark == "]"):
                break
            stack.pop().end = at
            continue
        if mark in (",", ":"):
            continue
        place = token.start("mark") if mark else token.start("quote")
        kind = mark or '"'
        if token["atom"]:
            place, kind = token.start("atom"), "a"
        if stack and stack[-1].kind == "{" and key is None:
            key = text[place:at].strip("\"'").lower()
            continue
        value = Value(kind, place, at)
        if stack:
            stack[-1].items.append(value)
            if stack[-1].kind == "{":
                stack[-1].keys.append(key or "")
                key = None
        else:
            root = value
        if mark:
            stack.append(value)
    for left in stack:
        left.end = at
    return root, stack, at
