"""Where names stand in a TOML file: Python's reader says what they mean, not where they are.

Looked at is a line at a time::

    line  = "[" names "]" | names "=" value
    names = name ("." name)*      name = bare | '"' … '"' | "'" … "'"

What stands in an inline table is looked for behind its `=`. A line of a text over several lines may
look the same, so the first line that fits is taken.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Final

from plancore.source import Position, SourceText, Span

_NAME: Final = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_NAMES: Final = rf"{_NAME}(?:[ \t]*\.[ \t]*{_NAME})*"
_HEAD: Final = re.compile(rf"^[ \t]*\[\[?[ \t]*({_NAMES})[ \t]*\]", re.MULTILINE)
_ENTRY: Final = re.compile(rf"^[ \t]*({_NAMES})[ \t]*=(.*)", re.MULTILINE)
_ANY: Final = re.compile(f"{_HEAD.pattern}|{_ENTRY.pattern}", re.MULTILINE)
_PLACE: Final = re.compile(r"line (\d+), column (\d+)")


def place_of(text: str, names: tuple[str, ...]) -> Span:
    """Where `names`, one inside the other, stand; where only the outer ones are found, those. The
    start of the text where none is."""
    best, best_length, table = Span(0, 0), 0, tuple[str, ...]()
    for match in _ANY.finditer(text):
        head, entry, value = match.groups()
        path = _split(head) if head else (*table, *_split(entry))
        table = path if head else table
        common = _n_common(path, names)
        if common == len(path) and common > best_length:
            best, best_length = Span(*match.span(1 if head else 2)), common
        if entry and common == len(path) == len(names) - 1:
            inside = re.search(rf"""["']?{re.escape(names[-1])}["']?[ \t]*=""", value)
            if inside:
                start = match.start(3) + inside.start()
                best, best_length = Span(start, start + len(inside[0].rstrip("= \t"))), len(names)
    return best


def place_in_message(text: str, message: str) -> Span:
    """The place that a message of Python's reader names; where it names none, the end."""
    found = _PLACE.search(message)
    if found is None:
        return Span(len(text), len(text))
    source = SourceText(text)
    start = source.offset(Position(int(found[1]) - 1, int(found[2]) - 1))
    return Span(start, min(start + 1, len(text)))


def _split(names: str) -> tuple[str, ...]:
    return tuple(name.strip("\"'") for name in re.findall(_NAME, names))


def _n_common(path: tuple[str, ...], names: tuple[str, ...]) -> int:
    """How many names both begin with."""
    pairs = zip(path, names, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
