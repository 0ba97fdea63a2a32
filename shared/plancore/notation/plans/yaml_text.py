"""YAML in block style, as JSON values.

A line has a `key: value` or an item `- value`, nested by indentation; `---` separates documents.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from plancore.notation.plans.items import number
from plancore.notation.plans.values import Value, parse

_YAML_KEY: Final = re.compile(r"([\w-]+|\"[\w-]+\"|'[\w-]+')[ \t]*:(?=[ \t]|\Z)[ \t]*")
_YAML_LINE: Final = re.compile(r"[ \t]*(?:-(?=[ \t]|\Z)[ \t]*)*")
_LINE: Final = re.compile(r"[^\r\n]+")
_COMMENT_OF_YAML: Final = re.compile(r"(?:^|(?<=[ \t]))#.*")
_DEEPEST: Final = 50
"""The maximum nesting of YAML; deeper texts are not plans."""


class _Piece(NamedTuple):
    """A dash of YAML, or the text after the dashes of a line, with its column."""

    column: int
    start: int
    end: int
    is_dash: bool


def documents_of(text: str, start: int, end: int) -> list[Value] | None:
    """The documents of a YAML text; None if it is not YAML in block style."""
    documents: list[Value] = []
    pieces: list[_Piece] = []
    for line in (*_LINE.finditer(text, start, end), None):
        if line is None or line[0].startswith("---"):
            if pieces:
                document = _Blocks(text, pieces).document()
                if document is None:
                    return None
                documents.append(document)
            pieces = []
            continue
        words = _COMMENT_OF_YAML.sub("", line[0]).rstrip()
        behind = _YAML_LINE.match(words)
        at = behind.end() if behind else 0
        dashes = [index for index, letter in enumerate(words[:at]) if letter == "-"]
        pieces += [_Piece(i, line.start() + i, line.start() + i + 1, True) for i in dashes]
        if len(words) > at:
            pieces.append(_Piece(at, line.start() + at, line.start() + len(words), False))
    return documents


class _Blocks:
    """Reads a YAML document from its pieces."""

    def __init__(self, text: str, pieces: list[_Piece]) -> None:
        self._text = text
        self._pieces = pieces
        self._next = 0

    def document(self) -> Value | None:
        """The value of all pieces; None if they are not a document."""
        value = self._block(_DEEPEST)
        return value if self._next == len(self._pieces) else None

    def _block(self, depth: int) -> Value | None:
        """The value that begins with the next piece."""
        first = self._pieces[self._next]
        key = None if first.is_dash else _YAML_KEY.match(self._text, first.start, first.end)
        if not depth or not (first.is_dash or key):
            self._next += bool(depth)
            return self._scalar(first.start, first.end) if depth else None
        value = Value("[" if first.is_dash else "{", first.start, first.end)
        while self._next < len(self._pieces):
            piece = self._pieces[self._next]
            if piece.column != first.column or piece.is_dash != first.is_dash:
                break
            place = piece.end
            if not piece.is_dash:
                key = _YAML_KEY.match(self._text, piece.start, piece.end)
                if key is None or key[1].strip("\"'").lower() in value.keys:
                    return None
                value.keys.append(key[1].strip("\"'").lower())
                place = key.end()
            self._next += 1
            item = self._item(piece, place, depth)
            if item is None:
                return None
            value.items.append(item)
            value.end = max(value.end, item.end)
        return value

    def _item(self, piece: _Piece, place: int, depth: int) -> Value | None:
        """The value after a dash or a key, on the same line or below."""
        if place < piece.end:
            return self._scalar(place, piece.end)
        if self._next < len(self._pieces):
            below = self._pieces[self._next]
            is_list_of_key = below.is_dash and not piece.is_dash
            if below.column > piece.column or (is_list_of_key and below.column == piece.column):
                return self._block(depth - 1)
        return Value("a", piece.end, piece.end)

    def _scalar(self, start: int, end: int) -> Value | None:
        if self._text[start] in "[{\"'":
            value, fault = parse(self._text, start, end)
            return None if fault or value is None else self._with_words(value)
        return self._with_words(Value("a", start, end))

    def _with_words(self, value: Value) -> Value:
        """Turn words into strings, which need no quotes in YAML."""
        todo = [value]
        for each in todo:
            if each.kind == "a" and number(self._text[each.start : each.end]) is None:
                each.kind = '"'
            todo += each.items
        return value
