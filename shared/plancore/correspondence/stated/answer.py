"""A tolerant reader of JSON as people and language models write it, with the place of each part.

    text    = { anything | object }
    object  = "{" { key ( ":" | "=" ) value [ "," ] } "}"
    list    = "[" { value [ "," ] } "]"
    value   = object | list | string | word
    string  = text in double, single or typographic quotes, or in backquotes
    word    = a number, true, false, null, None, or a string without quotes
    comment = "//" or "#" to the end of the line | "/*" to "*/"

Prose, Markdown fences and other notations around objects are skipped. An unterminated list has its
complete items. A malformed item is left out, with a message.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from typing import Any, Final, NamedTuple

Path = tuple[str | int, ...]


class Answer(NamedTuple):
    """The merged objects of a text that have at least one of the keys asked for. The last value of
    a duplicate key counts. `places` are offsets of keys and items by path, `wrong` has offsets and
    messages."""

    data: dict[str, Any]
    places: dict[Path, int]
    wrong: list[tuple[int, str]]

    def place(self, path: Path) -> int | None:
        """The offset of a part, or of the innermost part around it that is known."""
        while path:
            if path in self.places:
                return self.places[path]
            path = path[:-1]
        return None


def read_answer(text: str, keys: Collection[str]) -> Answer:
    """Read the objects of a text that have one of `keys`; the answer is empty if there is none.
    Never raises."""
    answer = Answer({}, {}, [])
    start = 0
    while (start := text.find("{", start)) >= 0:
        reader = _Reader(text, start, keys)
        try:
            data = reader.object((), 0)
        except _MalformedError:
            data = {}
        if not data.keys() & {*keys}:
            start += 1
            continue
        for key in data.keys() & answer.data.keys():
            place = answer.places[key,]
            answer.wrong.append((place, f"`{key}` is stated again later, which counts"))
            for path in [path for path in answer.places if path[0] == key]:
                del answer.places[path]
        answer.data.update(data)
        answer.places.update(reader.places)
        answer.wrong.extend(reader.wrong)
        start = reader.at
    answer.wrong.sort()
    return answer


class _MalformedError(Exception):
    """The text is malformed at this offset."""

    def __init__(self, at: int, message: str) -> None:
        super().__init__(message)
        self.at, self.message = at, message


_BLANK: Final = re.compile(r"(?>(?:[\s,]+|//[^\n]*|#[^\n]*|/\*(?>(?:[^*]|\*(?!/))*)\*/)*)")
_QUOTES: Final = {'"': '"', "'": "'", "\u201c": "\u201d", "\u2018": "\u2019", "`": "`"}
_WORD: Final = re.compile(r"[^\s,:=\"'`{}\[\]#\u201c\u201d]+")
_ESCAPES: Final = re.compile(r'(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))+')
_SPECIAL: Final = {end: re.compile(rf"[{end}\\\n]") for end in _QUOTES.values()}
_LONGEST: Final = 10_000
"""The maximum length of a string."""
_WHOLE: Final = re.compile(r"-?\d{1,300}")
_NUMBER: Final = re.compile(r"-?\d{1,300}(?:\.\d{1,300})?(?:[eE][-+]?\d{1,3})?")
_BRACKET: Final = re.compile(r"[\[\]{}]")
_WORDS: Final = {"true": True, "false": False, "null": None, "none": None}
_DEEPEST: Final = 8
_BREAKS_OFF: Final = "the text breaks off"


class _Reader:
    """Reads one object and collects errors."""

    def __init__(self, text: str, at: int, keys: Collection[str]) -> None:
        self.text, self.at, self.keys = text, at, keys
        self.places: dict[Path, int] = {}
        self.wrong: list[tuple[int, str]] = []

    def object(self, path: Path, depth: int) -> dict[str, Any]:
        """Read the object that begins here."""
        self.at += 1
        data: dict[str, Any] = {}
        while (start := self._next("}")) is not None:
            try:
                self._read_member(data, start, path, depth)
            except _MalformedError as error:
                if path or not data.keys() & {*self.keys}:
                    raise
                self.wrong.append((error.at, error.message))
                self._find_key(error.at)
        return data

    def _read_member(self, data: dict[str, Any], start: int, path: Path, depth: int) -> None:
        key = self._key(start)
        inner = (*path, key)
        if key in data:
            if path:
                raise _MalformedError(start, f"duplicate key `{key}`")
            self.wrong.append((start, f"duplicate key `{key}`; the last one counts"))
            self.places = {p: at for p, at in self.places.items() if p[0] != key}
        self.places[inner] = start
        if self._next("") is None:
            raise _MalformedError(self.at, _BREAKS_OFF)
        data[key] = self._value(inner, depth + 1)

    def _find_key(self, at: int) -> None:
        """Resume at the next of the expected keys, or at the end."""
        names = "|".join(map(re.escape, self.keys))
        found = re.compile(rf"[\"']?(?:{names})[\"']?\s*[:=]\s*\[").search(self.text, at + 1)
        self.at = found.start() if found else len(self.text)

    def _next(self, end: str) -> int | None:
        """The offset of the next part; None at the end, also of a truncated text."""
        found = _BLANK.match(self.text, self.at)
        self.at = found.end() if found else self.at
        if self.at >= len(self.text):
            if not self.wrong or self.wrong[-1][1] != _BREAKS_OFF:
                self.wrong.append((len(self.text), _BREAKS_OFF))
            return None
        if end and self.text[self.at] == end:
            self.at += 1
            return None
        return self.at

    def _key(self, start: int) -> str:
        key = self._scalar()
        found = _BLANK.match(self.text, self.at)
        self.at = found.end() if found else self.at
        if not isinstance(key, str) or self.text[self.at : self.at + 1] not in (":", "="):
            raise _MalformedError(start, "expected a key and `:`")
        self.at += 1
        return key

    def _value(self, path: Path, depth: int) -> Any:
        if depth > _DEEPEST:
            raise _MalformedError(self.at, "nested too deeply")
        match self.text[self.at]:
            case "{":
                return self.object(path, depth)
            case "[":
                self.at += 1
                return [*self._items(path, depth)]
            case _:
                return self._scalar()

    def _items(self, path: Path, depth: int) -> Iterator[Any]:
        """Yield the items of a list, without malformed or incomplete ones."""
        number = 0
        while (start := self._next("]")) is not None:
            if self.text[start] == "}":
                # The end of the list is missing.
                self.wrong.append((start, "expected `]`"))
                return
            n_wrong = len(self.wrong)
            try:
                item = self._value((*path, number), depth + 1)
            except _MalformedError as error:
                if len(path) > 1 or path[0] not in self.keys:
                    raise
                self.wrong.append((error.at, error.message))
                self._pass_over(start)
                continue
            if self.at >= len(self.text) and len(self.wrong) > n_wrong:
                return
            self.places[*path, number] = start
            number += 1
            yield item

    def _pass_over(self, start: int) -> None:
        """Skip the item that begins here by counting brackets, whatever quotes it has."""
        depth, self.at = 0, start
        for found in _BRACKET.finditer(self.text, start):
            depth += 1 if found[0] in "[{" else -1
            if depth <= 0:
                self.at = found.start() if depth else found.end()
                return
        self.at = len(self.text)

    def _scalar(self) -> Any:
        text, start = self.text, self.at
        if (quote := text[start]) in _QUOTES:
            return self._string(_QUOTES[quote])
        found = _WORD.match(text, start)
        if found is None:
            raise _MalformedError(start, f"expected a value, found `{text[start]}`")
        self.at = found.end()
        word = found[0]
        if word.lower() in _WORDS:
            return _WORDS[word.lower()]
        if _WHOLE.fullmatch(word):
            return int(word)
        if word.lstrip("-").isdecimal():
            raise _MalformedError(start, "a number has too many digits")
        return float(word) if _NUMBER.fullmatch(word) else word

    def _string(self, end: str) -> str:
        start, self.at = self.at, self.at + 1
        while (found := _SPECIAL[end].search(self.text, self.at, start + _LONGEST)) is not None:
            self.at = found.end()
            if found[0] == end:
                return _ESCAPES.sub(_unescaped, self.text[start + 1 : self.at - 1])
            if found[0] == "\n":
                break
            self.at += 1
        if len(self.text) < start + _LONGEST and found is None:
            self.at = len(self.text)
            raise _MalformedError(start, _BREAKS_OFF)
        raise _MalformedError(start, f"expected `{end}` at the end of the string")


def _unescaped(found: re.Match[str]) -> str:
    """Decode escapes; a lone surrogate becomes a replacement character."""
    text: str = json.loads(f'"{found[0]}"')
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
