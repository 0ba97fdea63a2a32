"""Reading text from disk: regular files of a sane size only, and each state of one only once."""

from __future__ import annotations

import errno
import os
import stat
from collections import OrderedDict
from dataclasses import dataclass

from plancore.source import SourceText
from planfiles.files import FileProblem, decode

MAX_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a path gave no text, as a clause that follows the file's name."""

    reason: str


class DiskReader:
    """Texts by path, read again only when size, time or identity of the file has changed.

    Encodings are those of `planfiles.files`; line breaks stay as they are. Directories, devices,
    pipes and over-large files are refused without being read.
    """

    def __init__(self, max_bytes: int = MAX_BYTES, max_files: int = 256) -> None:
        self._max_bytes = max_bytes
        self._max_files = max_files
        self._cache: OrderedDict[str, tuple[tuple[int, ...], SourceText | Unreadable]] = (
            OrderedDict()
        )

    def read(self, path: str) -> SourceText | Unreadable:
        """The text at `path`, the same object while the file stays as it is."""
        try:
            # Without O_NONBLOCK, opening a named pipe would wait for a writer.
            descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        except (OSError, ValueError) as error:
            return Unreadable(_reason(error, path))
        try:
            return self._read_open(path, descriptor)
        except OSError as error:
            return Unreadable(_reason(error, path))
        finally:
            os.close(descriptor)

    def _read_open(self, path: str, descriptor: int) -> SourceText | Unreadable:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            return Unreadable(
                "is a directory" if stat.S_ISDIR(status.st_mode) else "is not a regular file"
            )
        if status.st_size > self._max_bytes:
            return Unreadable(f"is larger than {self._max_bytes // (1024 * 1024)} MiB")
        state = (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)
        known = self._cache.get(path)
        if known and known[0] == state:
            self._cache.move_to_end(path)
            return known[1]
        with os.fdopen(os.dup(descriptor), "rb") as file:
            result = _decoded(file.read(self._max_bytes), path)
        self._cache[path] = (state, result)
        if len(self._cache) > self._max_files:
            self._cache.popitem(last=False)
        return result


def _decoded(data: bytes, path: str) -> SourceText | Unreadable:
    try:
        return SourceText(decode(data, path))
    except FileProblem:
        return Unreadable("is not a text file")


def _reason(error: OSError | ValueError, path: str) -> str:
    if os.path.isdir(path):  # Windows refuses to open one
        return "is a directory"
    if isinstance(error, ValueError):
        return "is not a path"
    match error.errno:
        case errno.ENOENT | errno.ENOTDIR:
            return "does not exist"
        case errno.EACCES | errno.EPERM:
            return "may not be read"
        case _:
            return f"cannot be read ({os.strerror(error.errno or 0).lower()})"
