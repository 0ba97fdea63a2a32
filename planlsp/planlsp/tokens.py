"""Encode semantic tokens as arrays of numbers, form by form, so that an edit re-encodes only the
forms that it changes.

LSP has five numbers for each token: lines since the previous token, columns since the previous
token on the same line, length, type, modifiers. The numbers of a form are cached with it, relative
to its start; only those of its first token depend on the form's position.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from lsprotocol.types import SemanticTokenModifiers as Modifier
from lsprotocol.types import SemanticTokenTypes as Type

from plancore.ide.tokens import ColouredWord, TokenPart, WordKind
from plancore.memo import Key
from plancore.occurrences import NameRole, SymbolKind
from plancore.source import Encoding, Position, SourceText, Span

# The first type that the client supports is used. All themes colour these, and kinds that are next
# to each other in files have different ones.
_TYPES: Final[dict[SymbolKind | WordKind, tuple[Type, ...]]] = {
    SymbolKind.PREDICATE: (Type.Property, Type.Function),
    SymbolKind.FUNCTION: (Type.Variable,),
    SymbolKind.ACTION: (Type.Function,),
    SymbolKind.TASK: (Type.Method, Type.Function),
    SymbolKind.METHOD: (Type.Method, Type.Function),
    SymbolKind.TYPE: (Type.Type, Type.Class),
    SymbolKind.OBJECT: (Type.EnumMember, Type.Variable),
    SymbolKind.VARIABLE: (Type.Parameter, Type.Variable),
    SymbolKind.PREFERENCE: (Type.Label, Type.Variable),
    SymbolKind.DOMAIN: (Type.Namespace,),
    SymbolKind.PROBLEM: (Type.Namespace,),
    SymbolKind.REQUIREMENT: (Type.Macro, Type.Keyword),
    WordKind.KEYWORD: (Type.Keyword,),
    WordKind.OPERATOR: (Type.Operator,),
    WordKind.NUMBER: (Type.Number,),
    WordKind.STRING: (Type.String,),
    WordKind.COMMENT: (Type.Comment,),
    WordKind.DIRECTIVE: (Type.Decorator, Type.Macro),
}
_MODIFIERS: Final[dict[NameRole, Modifier]] = {
    NameRole.DECLARES: Modifier.Declaration,
    NameRole.DERIVES: Modifier.Definition,
    NameRole.ADDS: Modifier.Modification,
    NameRole.DELETES: Modifier.Modification,
    NameRole.CHANGES: Modifier.Modification,
}

_Key = tuple[SymbolKind | WordKind, NameRole | None, bool]


class Legend:
    """The token types and modifiers that the client supports, and their encoding."""

    def __init__(self, known_types: Collection[str], known_modifiers: Collection[str]) -> None:
        self._types = {
            kind: next((wanted.value for wanted in types if wanted.value in known_types), None)
            for kind, types in _TYPES.items()
        }
        self._written: dict[_Key, tuple[int, int] | None] = {}
        modifiers = (*_MODIFIERS.values(), Modifier.DefaultLibrary)
        self.types = _in_order(name for name in self._types.values() if name is not None)
        self.modifiers = _in_order(m.value for m in modifiers if m.value in known_modifiers)

    def written(
        self, kind: SymbolKind | WordKind, role: NameRole | None, is_built_in: bool
    ) -> tuple[int, int] | None:
        """The index of a token's type, and the bits of its modifiers.

        None if the client supports no suitable type.
        """
        key = kind, role, is_built_in
        if key not in self._written:
            self._written[key] = self._write(*key)
        return self._written[key]

    def _write(
        self, kind: SymbolKind | WordKind, role: NameRole | None, is_built_in: bool
    ) -> tuple[int, int] | None:
        name = self._types[kind]
        if name is None:
            return None
        bits = self._bit(_MODIFIERS[role]) if role in _MODIFIERS else 0
        if is_built_in:
            bits |= self._bit(Modifier.DefaultLibrary)
        return self.types.index(name), bits

    def _bit(self, modifier: Modifier) -> int:
        known = modifier.value in self.modifiers
        return 1 << self.modifiers.index(modifier.value) if known else 0


def _in_order(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


WIDTH: Final = 5
_TYPECODE: Final = "I"


class _Encoded(NamedTuple):
    """The tokens of a part; `last` is the position of the last one, relative to the part."""

    numbers: array[int]
    last: Position


_ENCODED: Final = Key[_Encoded]("encoded tokens")


def token_array(
    source: SourceText, parts: Iterable[TokenPart], encoding: Encoding, legend: Legend
) -> array[int]:
    """The tokens of `parts`, which are in the order of `source`."""
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
    """The tokens of the lines from `first` to `last`, inclusive."""
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
    """The position `inside`, which is relative to `start`, as a position in the file."""
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
    text: SourceText, tokens: Iterable[ColouredWord], encoding: Encoding, legend: Legend
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
    """Replace the numbers from `start` to `end` by `numbers`."""

    start: int
    end: int
    numbers: array[int]


def changes(old: array[int], new: array[int]) -> list[TokenEdit]:
    """The edit of whole tokens that turns `old` into `new`; empty if they are equal."""
    if old == new:
        return []
    most = min(len(old), len(new))
    prefix = _common(old, new, most)
    prefix -= prefix % WIDTH
    suffix = _common(old[::-1], new[::-1], most - prefix)
    suffix -= suffix % WIDTH
    return [TokenEdit(prefix, len(old) - suffix, new[prefix : len(new) - suffix])]


def _common(old: array[int], new: array[int], limit: int) -> int:
    """The length of the common prefix, at most `limit`; by bisection, since comparing slices is
    fast."""
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        if old[low:middle] == new[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
