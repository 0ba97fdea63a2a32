"""Tokens as arrays of numbers, form by form, so that an edit costs what it changes.

LSP gives five numbers for each token: lines since the token before, columns since the token before
where that is on the same line, length, type, modifiers. Those of a form are kept with it, the first
of them counted from the start of the form; only that one depends on where the form stands.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Final, NamedTuple

from plancore.ide.tokens.parts import TokenPart
from plancore.ide.tokens.token import Token
from plancore.memo import Key
from plancore.source import Encoding, Position, SourceText, Span
from planlsp.tokens.legend import Legend

WIDTH: Final = 5
_TYPECODE: Final = "I"


class _Encoded(NamedTuple):
    """The tokens of a part; `last` is where the last one starts, counted from its start."""

    numbers: array[int]
    last: Position


_ENCODED: Final = Key[_Encoded]("encoded tokens")


def token_array(
    source: SourceText, parts: Iterable[TokenPart], encoding: Encoding, legend: Legend
) -> array[int]:
    """The tokens of `parts`, which stand in `source` in this order."""
    numbers = array(_TYPECODE)
    before = Position(0, 0)
    for part in parts:
        encoded = _encoded(source, part, encoding, legend)
        if not encoded.numbers:
            continue
        start = source.position(part.span.start, encoding)
        first = _placed(start, Position(encoded.numbers[0], encoded.numbers[1]))
        at = len(numbers)
        numbers += encoded.numbers
        numbers[at] = first.line - before.line
        numbers[at + 1] = first.column - (before.column if first.line == before.line else 0)
        before = _placed(start, encoded.last)
    return numbers


def token_array_of_lines(
    source: SourceText,
    parts: Iterable[TokenPart],
    encoding: Encoding,
    legend: Legend,
    first: int,
    last: int,
) -> array[int]:
    """The same for the lines from `first` to `last` alone."""
    whole = Span(source.line_span(first).start, source.line_span(last).end)
    touched = (p for p in parts if p.span.start <= whole.end and whole.start <= p.span.end)
    numbers = token_array(source, touched, encoding, legend)
    line = column = 0
    begin, end = None, len(numbers)
    for at in range(0, len(numbers), WIDTH):
        lines, columns = numbers[at], numbers[at + 1]
        line, column = line + lines, columns if lines else column + columns
        if line > last:
            end = at
            break
        if begin is None and line >= first:
            begin = at
            numbers[at], numbers[at + 1] = line, column
    return numbers[len(numbers) if begin is None else begin : end]


def _placed(start: Position, inside: Position) -> Position:
    """`inside`, counted from `start`, counted from the start of the file."""
    column = inside.column + (0 if inside.line else start.column)
    return Position(start.line + inside.line, column)


def _encoded(source: SourceText, part: TokenPart, encoding: Encoding, legend: Legend) -> _Encoded:
    def make() -> _Encoded:
        text = SourceText(source.text[part.span.start : part.span.end])
        return _encode(text, part.tokens(), encoding, legend)

    if part.form is None:
        return make()
    return part.form.memo.get(_ENCODED, (*part.grounds, encoding, legend), make)


def _encode(
    text: SourceText, tokens: Iterable[Token], encoding: Encoding, legend: Legend
) -> _Encoded:
    numbers = array(_TYPECODE)
    starts = [*text.line_starts, len(text.text) + 1]
    position = text.position
    is_plain = encoding is Encoding.UTF32 or text.is_ascii
    line = column = 0
    for start, end, kind, role, is_built_in in tokens:
        written = legend.written(kind, role, is_built_in)
        if written is None:
            continue
        before = line
        while starts[line + 1] <= start:
            line += 1
        at, length = start - starts[line], end - start
        if not is_plain:
            at = position(start, encoding).column
            length = position(end, encoding).column - at
        by_column = at - column if line == before else at
        numbers.extend((line - before, by_column, length, *written))
        column = at
    return _Encoded(numbers, Position(line, column))


class TokenEdit(NamedTuple):
    """The numbers from `start` to `end` become `numbers`."""

    start: int
    end: int
    numbers: array[int]


def changes(old: array[int], new: array[int]) -> list[TokenEdit]:
    """What makes `new` of `old`, by whole tokens; nothing where both are the same."""
    if old == new:
        return []
    most = min(len(old), len(new))
    prefix = _common(old, new, most)
    prefix -= prefix % WIDTH
    suffix = _common(old[::-1], new[::-1], most - prefix)
    suffix -= suffix % WIDTH
    return [TokenEdit(prefix, len(old) - suffix, new[prefix : len(new) - suffix])]


def _common(old: array[int], new: array[int], limit: int) -> int:
    """How many numbers both have in common at the start, at most `limit`; slices are quick."""
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        if old[low:middle] == new[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
