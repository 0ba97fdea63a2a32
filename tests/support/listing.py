"""The listings of `support.layouts`, read."""

from __future__ import annotations

from typing import Final, NamedTuple

from support.further_layouts import FURTHER
from support.layouts import LAYOUTS as FIRST

LAYOUTS: Final = FIRST | FURTHER


class Listed(NamedTuple):
    """A line: a kind, the name of a file, that of its domain, its words, and what it belongs to,
    empty if nobody can know."""

    kind: str
    name: str
    called: str
    words: list[str]
    of: str


def listed(layout: str) -> list[Listed]:
    """The lines of a layout."""
    lines: list[Listed] = []
    for line in filter(None, map(str.strip, layout.splitlines())):
        what, _, of = map(str.strip, line.partition("->"))
        head, _, words = map(str.strip, what.partition(":"))
        kind, name, called, *_ = (part.replace("␣", " ") for part in (*head.split(), "x"))
        of = "" if of == "?" else of.replace("␣", " ")
        lines.append(Listed(kind, name, called, words.split(), of))
    return lines
