"""Reading text from disk: regular files of a sane size only, each state of one only once, and
nothing that a document must not point at."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from plancore.source import SourceText
from planfiles import limits
from planfiles.files import FileState, bounded, opened
from planfiles.text import decode
from planfiles.trouble import FileTrouble


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a path gave no text, as a clause that follows a colon."""

    reason: str


class DiskReader:
    """Texts by path, read again only when size, time or identity of the file has changed.

    What is no regular file, and what is too large, is refused without being read.
    """

    def __init__(self, max_bytes: int = limits.UNNAMED, max_files: int = 256) -> None:
        self._max_bytes = max_bytes
        self._max_files = max_files
        self._cache: OrderedDict[str, tuple[FileState, SourceText | Unreadable]] = OrderedDict()
        self._lock = threading.Lock()

    def read(self, path: str) -> SourceText | Unreadable:
        """The text at `path`, the same object while the file stays as it is. Any thread may ask."""
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
        except FileTrouble as trouble:
            return Unreadable(trouble.reason)
        result = _decoded(data, path)
        self._cache[path] = (state, result)
        if len(self._cache) > self._max_files:
            self._cache.popitem(last=False)
        return result


def _decoded(data: bytes, path: str) -> SourceText | Unreadable:
    try:
        return SourceText(decode(data, path))
    except FileTrouble as trouble:
        return Unreadable(trouble.reason)


def is_inside(path: str, document: str | None, roots: Sequence[str]) -> bool:
    """Whether `path` lies in a workspace folder or in that of the `document` that asks for it,
    links followed. A hard link to a file outside cannot be told from a file."""
    folders = [*roots, *([os.path.dirname(document)] if document else [])]
    real = os.path.join(os.path.realpath(path), "")
    return any(real.startswith(os.path.join(os.path.realpath(folder), "")) for folder in folders)
