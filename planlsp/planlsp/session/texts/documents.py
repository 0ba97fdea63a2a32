"""Open documents, kept as lines so that the cost of an edit depends on its size only; and texts of
files on disk: regular files of limited size, each state read once.
"""

from __future__ import annotations

import os
import re
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from plancore.source import Encoding, Position, SourceText
from planfiles import limits
from planfiles.errors import FileError
from planfiles.files import FileState, bounded, decode, opened
from planlsp.session.uris import key_of

_LINE = re.compile(r"[^\r\n]*+(?:\r\n|\n|\r)|[^\r\n]++\Z")


class TextEdit(NamedTuple):
    """Replace the text between two positions."""

    start: Position
    end: Position
    text: str


class TextBuffer:
    """The lines of a text, each with its line break; the last line has none.

    Line breaks are those of `SourceText`. Positions are clamped as LSP requires: a column past the
    end of a line means the end of the line before its break, a line past the end of the text means
    the end of the text. The cost of an edit depends on the lines that it touches, not on the text.
    """

    def __init__(self, text: str) -> None:
        self._lines = _lines(text)
        self._source: SourceText | None = None

    @property
    def source(self) -> SourceText:
        """The current text; the same object until the next edit."""
        if self._source is None:
            self._source = SourceText("".join(self._lines))
        return self._source

    def replace_all(self, text: str) -> None:
        """Replace the whole text."""
        self._lines = _lines(text)
        self._source = None

    def apply(self, edit: TextEdit, encoding: Encoding) -> None:
        """Apply one edit, whose columns count in the units of `encoding`."""
        first, prefix_end = self._locate(edit.start, encoding)
        last, suffix_start = self._locate(edit.end, encoding)
        if (last, suffix_start) < (first, prefix_end):
            first, prefix_end, last, suffix_start = last, suffix_start, first, prefix_end
        middle = self._lines[first][:prefix_end] + edit.text + self._lines[last][suffix_start:]
        if first and middle.startswith("\n") and self._lines[first - 1].endswith("\r"):
            # A line feed now follows a lone carriage return: together they are one line break.
            first -= 1
            middle = self._lines[first] + middle
        lines = _lines(middle)
        if last + 1 < len(self._lines) and not lines[-1]:
            # Only the last line of the whole text may lack a line break.
            del lines[-1]
        self._lines[first : last + 1] = lines
        self._source = None

    def _locate(self, position: Position, encoding: Encoding) -> tuple[int, int]:
        """The line and the offset in it that `position` means."""
        line, column = position
        if line >= len(self._lines):
            return len(self._lines) - 1, len(self._lines[-1])
        if line < 0:
            return 0, 0
        return line, SourceText(self._lines[line]).offset(Position(0, column), encoding)


def _lines(text: str) -> list[str]:
    """The lines of `text` with their breaks; the last one, perhaps empty, without."""
    if "\r" not in text:
        # Three times as fast as searching for three kinds of line breaks.
        lines = [f"{line}\n" for line in text.split("\n")]
        lines[-1] = lines[-1][:-1]
        return lines
    lines = _LINE.findall(text)
    if not lines or lines[-1].endswith(("\n", "\r")):
        lines.append("")
    return lines


@dataclass(frozen=True, slots=True)
class OpenDocument:
    """A state of an open document. `uri` has the client's spelling; `opening` is the same object
    until the document is closed or opened again."""

    key: str
    uri: str
    language: str
    version: int
    source: SourceText
    opening: object = field(default_factory=object)


class TextStore:
    """Open documents by key (see `planlsp.session.uris`).

    Only the store is mutable, not the `OpenDocument`s that it returns.
    """

    def __init__(self) -> None:
        self._documents: dict[str, OpenDocument] = {}
        self._buffers: dict[str, TextBuffer] = {}

    def __iter__(self) -> Iterator[OpenDocument]:
        return iter(self._documents.values())

    def get(self, uri: str) -> OpenDocument | None:
        """The open document with this URI or key."""
        return self._documents.get(uri) or self._documents.get(key_of(uri))

    def open(self, uri: str, language: str, version: int, text: str) -> OpenDocument:
        """Add a document, or replace it if it is already open."""
        key = key_of(uri)
        self._buffers[key] = TextBuffer(text)
        return self._hold(OpenDocument(key, uri, language, version, self._buffers[key].source))

    def change(
        self, uri: str, version: int, edits: Sequence[TextEdit | str], encoding: Encoding
    ) -> OpenDocument | None:
        """Apply `edits` in order; a plain string replaces the whole text.

        Returns None if the document is not open, which is the client's mistake.
        """
        old = self.get(uri)
        if old is None:
            return None
        buffer = self._buffers[old.key]
        for edit in edits:
            if isinstance(edit, str):
                buffer.replace_all(edit)
            else:
                buffer.apply(edit, encoding)
        return self._hold(replace(old, version=version, source=buffer.source))

    def close(self, uri: str) -> OpenDocument | None:
        """Remove a document. Returns its last state, or None if it was not open."""
        key = key_of(uri)
        self._buffers.pop(key, None)
        return self._documents.pop(key, None)

    def _hold(self, document: OpenDocument) -> OpenDocument:
        self._documents[document.key] = document
        return document


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a file could not be read, as a clause after a colon."""

    reason: str


class DiskReader:
    """A cache of texts by path, read again only if a file's size, time or identity has changed.

    Files that are not regular, or too large, are refused without being read.
    """

    def __init__(self, max_bytes: int = limits.UNNAMED, max_files: int = 256) -> None:
        self._max_bytes = max_bytes
        self._max_files = max_files
        self._cache: OrderedDict[str, tuple[FileState, SourceText | Unreadable]] = OrderedDict()
        self._lock = threading.Lock()

    def read(self, path: str) -> SourceText | Unreadable:
        """The text at `path`; the same object while the file is unchanged. Thread-safe."""
        with self._lock:
            return self._read(path)

    def _read(self, path: str) -> SourceText | Unreadable:
        try:
            with opened(path, regular=True) as file:
                state = FileState.of(os.fstat(file.fileno()))
                cached = self._cache.get(path)
                if cached and cached[0] == state:
                    self._cache.move_to_end(path)
                    return cached[1]
                data = bounded(file, path, self._max_bytes)
        except FileError as error:
            return Unreadable(error.reason)
        result = _decoded(data, path)
        self._cache[path] = (state, result)
        if len(self._cache) > self._max_files:
            self._cache.popitem(last=False)
        return result


def _decoded(data: bytes, path: str) -> SourceText | Unreadable:
    try:
        return SourceText(decode(data, path))
    except FileError as error:
        return Unreadable(error.reason)
