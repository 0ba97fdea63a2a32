"""Text and positions in it.

A position in the program is a character offset into the text. Only this module converts offsets to
lines and columns (`planlsp.convert` calls it). A line ends at LF, CR LF or CR and nothing else, as
in the Language Server Protocol: a form feed or U+2028 does not end one.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Sequence
from enum import StrEnum
from functools import cached_property
from itertools import accumulate, count
from operator import add
from typing import Final, NamedTuple

_LINE_BREAK = re.compile(r"\r\n|\n|\r")

_OFFSET: Final = "q"
"""Type code of arrays of offsets, which take a fifth of the memory of lists."""


class Span(NamedTuple):
    """A half-open range of character offsets, `start <= end`."""

    start: int
    end: int

    def shifted(self, by: int) -> Span:
        """This span, `by` characters further on."""
        return Span(self.start + by, self.end + by)

    def contains(self, offset: int) -> bool:
        """Whether a cursor at `offset` touches this span; the end counts."""
        return self.start <= offset <= self.end


class Position(NamedTuple):
    """A zero-based line and a zero-based column in the units of some `Encoding`."""

    line: int
    column: int


class Encoding(StrEnum):
    """The unit in which a column is counted; the names are those of LSP."""

    UTF8 = "utf-8"
    UTF16 = "utf-16"
    UTF32 = "utf-32"


class SourceText:
    """An immutable text with a lazily built line index."""

    __slots__ = ("__dict__", "text")

    def __init__(self, text: str, line_starts: array[int] | None = None) -> None:
        self.text = text
        if line_starts is not None:
            # Passed by a caller that has split or read the same text before.
            self.__dict__["line_starts"] = line_starts

    @cached_property
    def line_starts(self) -> array[int]:
        """The offset at which each line starts; the first is 0."""
        text = self.text
        if "\r" not in text:
            # Twice as fast as the regular expression for three kinds of line breaks.
            lengths = map(len, text.split("\n")[:-1])
            # Each start is the sum of the lengths of the lines before it and their line breaks.
            return array(_OFFSET, map(add, accumulate(lengths, initial=0), count()))
        return array(_OFFSET, [0, *(match.end() for match in _LINE_BREAK.finditer(text))])

    def edited(self, span: Span, replacement: str) -> SourceText:
        """The text after the characters at `span` became `replacement`. The line index is carried
        over: only the lines around the edit are scanned."""
        text = self.text[: span.start] + replacement + self.text[span.end :]
        line_starts = self.line_starts
        by = len(replacement) - (span.end - span.start)
        # One character more on the left: CR and LF may now be one line break.
        first = bisect_right(line_starts, max(span.start - 1, 0)) - 1
        behind = bisect_right(line_starts, span.end)
        end = line_starts[behind] + by if behind < len(line_starts) else len(text)
        starts = line_starts[: first + 1]
        starts.extend(match.end() for match in _LINE_BREAK.finditer(text, line_starts[first], end))
        if behind < len(line_starts):
            starts.pop()
            starts.extend([start + by for start in line_starts[behind:]])
        return SourceText(text, starts)

    def adopt_lines(self, other: SourceText) -> None:
        """Take over the line index of `other`, which must hold the same text."""
        self.__dict__["line_starts"] = other.line_starts

    @cached_property
    def is_ascii(self) -> bool:
        """Whether a column is the same number in every encoding."""
        return self.text.isascii()

    @cached_property
    def newline(self) -> str:
        """The most frequent line break; LF for a text of one line."""
        crlf = self.text.count("\r\n")
        lf, cr = self.text.count("\n") - crlf, self.text.count("\r") - crlf
        counts = {"\n": lf, "\r\n": crlf, "\r": cr}
        return max(counts, key=lambda newline: counts[newline])

    def line_of(self, offset: int) -> int:
        """The zero-based line that contains `offset`."""
        return bisect_right(self.line_starts, self._clamp(offset)) - 1

    def line_span(self, line: int) -> Span:
        """The characters of `line` without its line break; past the last line, an empty span."""
        starts = self.line_starts
        if line >= len(starts):
            return Span(len(self.text), len(self.text))
        start = starts[line]
        if line + 1 == len(starts):
            return Span(start, len(self.text))
        end = starts[line + 1] - 1
        if end > start and self.text[end] == "\n" and self.text[end - 1] == "\r":
            end -= 1
        return Span(start, end)

    def line_text(self, line: int) -> str:
        """The characters of `line` without its line break."""
        start, end = self.line_span(line)
        return self.text[start:end]

    def position(self, offset: int, encoding: Encoding = Encoding.UTF32) -> Position:
        """The position of `offset`, which is clamped to the text."""
        offset = self._clamp(offset)
        starts = self.line_starts
        line = bisect_right(starts, offset) - 1
        start = starts[line]
        if encoding is Encoding.UTF32 or self.is_ascii:
            return Position(line, offset - start)
        return Position(line, _units(self.text[start:offset], encoding))

    def offset(self, position: Position, encoding: Encoding = Encoding.UTF32) -> int:
        """The offset at `position`. As LSP asks, a column past the end of its line means that end,
        and a line past the end of the text means the end of the text. A column inside a character
        means its start."""
        line, column = position
        if line < 0:
            return 0
        if line >= len(self.line_starts):
            return len(self.text)
        start, end = self.line_span(line)
        column = max(column, 0)
        if encoding is Encoding.UTF32 or self.is_ascii:
            return min(start + column, end)
        return start + _characters(self.text[start:end], column, encoding)

    def label(self, offset: int) -> str:
        """`line:column`, both one-based, columns in characters, for messages."""
        return self.labels([self._clamp(offset)])[0]

    def labels(self, offsets: Sequence[int], before: str = "") -> list[str]:
        """The label of each offset after `before`. Fast, as long plans consist mostly of labels."""
        starts = self.line_starts
        lines = [bisect_right(starts, offset) for offset in offsets]
        return [
            f"{before}{line}:{offset - starts[line - 1] + 1}"
            for line, offset in zip(lines, offsets, strict=True)
        ]

    def _clamp(self, offset: int) -> int:
        if 0 <= offset <= len(self.text):
            return offset
        return 0 if offset < 0 else len(self.text)


_CODECS = {Encoding.UTF8: ("utf-8", 1), Encoding.UTF16: ("utf-16-le", 2)}


def _units(text: str, encoding: Encoding) -> int:
    if text.isascii():
        return len(text)
    codec, width = _CODECS[encoding]
    return len(text.encode(codec, "surrogatepass")) // width


def _characters(text: str, units: int, encoding: Encoding) -> int:
    """The number of characters of `text` that fit into `units` units. Cuts the encoded text, which
    is a hundred times as fast as counting characters in a line of a megabyte."""
    if text.isascii():
        return min(units, len(text))
    codec, width = _CODECS[encoding]
    # A character takes at least one unit.
    data = text[:units].encode(codec, "surrogatepass")[: units * width]
    for cut in range(4):
        try:
            whole = data[: len(data) - cut].decode(codec, "surrogatepass")
        except UnicodeDecodeError:
            continue  # the end is inside a character
        break
    # A lone surrogate, half of a character outside the BMP, decodes without an error.
    return len(whole) - (bool(whole) and whole[-1] != text[len(whole) - 1])


def changed_span(old: str, new: str) -> tuple[Span, str]:
    """The shortest single replacement that makes `new` from `old`."""
    prefix = _common_length(old, new, min(len(old), len(new)), from_end=False)
    rest = min(len(old), len(new)) - prefix
    suffix = _common_length(old, new, rest, from_end=True)
    return Span(prefix, len(old) - suffix), new[prefix : len(new) - suffix]


def _common_length(old: str, new: str, limit: int, *, from_end: bool) -> int:
    """The length of the common prefix or suffix, at most `limit`. A binary search: comparing slices
    runs at the speed of memory, while a loop over the characters of a large text would take a
    second."""
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        if from_end:
            ends = len(old) - low, len(new) - low
            same = old[len(old) - middle : ends[0]] == new[len(new) - middle : ends[1]]
        else:
            same = old[low:middle] == new[low:middle]
        if same:
            low = middle
        else:
            high = middle - 1
    return low
