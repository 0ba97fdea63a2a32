"""What an editor does to a text, written as plainly as possible, and edits at random.

It shares no code with the server: lines are what stands between two breaks, columns are counted by
encoding what stands before them.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

UNIT = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
LINE_BREAKS = ("\r\n", "\r", "\n")
# Python's str.splitlines takes these for line breaks; LSP does not.
NO_LINE_BREAKS = ("\f", "\v", "\x1c", "\x85", "\u2028", "\u2029")
ALPHABET = (*LINE_BREAKS, *NO_LINE_BREAKS, "𝒳", "🚚", "é", "ß", *"(?ab) ;")


@dataclass(frozen=True)
class RandomEdit:
    """An edit as LSP sends it, and the text that the editor shows after it."""

    start: tuple[int, int]
    end: tuple[int, int]
    text: str
    result: str


def lines_of(text: str) -> list[tuple[int, int]]:
    """The start and the end of each line, its break left out."""
    breaks = [found.span() for found in re.finditer("|".join(LINE_BREAKS), text)]
    starts = [0, *(end for _, end in breaks)]
    ends = [*(start for start, _ in breaks), len(text)]
    return list(zip(starts, ends, strict=True))


def column_of(text: str, start: int, offset: int, encoding: str) -> int:
    """The column of `offset` in the line that begins at `start`."""
    codec, width = UNIT[encoding]
    return len(text[start:offset].encode(codec, "surrogatepass")) // width


def offset_of(text: str, line: tuple[int, int], column: int, encoding: str) -> int:
    """The offset of `column` in a line; fails beyond its end and within a character."""
    (start, end), (codec, width) = line, UNIT[encoding]
    before = text[start:end].encode(codec, "surrogatepass")[: width * column]
    offset = start + len(before.decode(codec, "surrogatepass"))
    assert column_of(text, start, offset, encoding) == column, f"no character at {column}"
    return offset


def random_text(rng: random.Random, length: int) -> str:
    """About `length` characters of every kind."""
    return "".join(rng.choices(ALPHABET, k=length))


def random_edit(rng: random.Random, text: str, encoding: str) -> RandomEdit:
    """Delete, insert or replace somewhere; now and then reach past the end of a line."""
    lines = lines_of(text)
    first = rng.randrange(len(lines))
    start = rng.randint(*lines[first])
    last = min(first + rng.choice((0, 0, 0, 1, 2)), len(lines) - 1)
    end = rng.randint(max(start, lines[last][0]), lines[last][1])
    if rng.random() < 0.6:
        last, end = first, start
    new = random_text(rng, 0 if len(text) > 400 else rng.choice((0, 1, 1, 2, 9)))
    return RandomEdit(
        _position(rng, text, first, start, encoding),
        _position(rng, text, last, end, encoding),
        new,
        text[:start] + new + text[end:],
    )


def _position(
    rng: random.Random, text: str, line: int, offset: int, encoding: str
) -> tuple[int, int]:
    lines = lines_of(text)
    start, end = lines[line]
    column = column_of(text, start, offset, encoding)
    if offset == end and rng.random() < 0.2:
        column += rng.randint(1, 1000)  # past the end of the line means its end
    if offset == len(text) and rng.random() < 0.1:
        return len(lines) + rng.randint(0, 3), rng.randint(0, 9)  # past the end of the text
    return line, column
