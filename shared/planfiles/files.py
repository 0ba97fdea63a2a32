"""Reading files: one clear error for whatever fails.

What is missing, a folder, binary or over-large is reported, never guessed at. Reading never
waits for ever: a pipe that nobody writes to is given up. Files that are named several times count
once.
"""

from __future__ import annotations

import os
import re
import select
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import BinaryIO, Final, NamedTuple, TypeAlias

from planfiles import limits
from planfiles.errors import FileError, reason_of
from planfiles.text import decode

PathLike: TypeAlias = str | os.PathLike[str]

REVIEW_MARKS: Final = ".review.json"
"""Behind the name of a learned file, that of its review marks."""

_SMALL: Final = 64 * 1024
"""Bytes that a file is first read to. To ask for more sets so much memory aside, which takes longer
than to read most plans."""

_GZIP: Final = b"\x1f\x8b"

_NUMBERED: Final = re.compile(r"(.+)#(\d{1,9})", re.DOTALL)

_to_be_written: list[str] = []
"""Files that are to be written when what is read now has been worked on."""

STDIN: Final = "-"
"""What stands for standard input where a file is named."""


class FileState(NamedTuple):
    """A file at one time: differs once somebody has written to it or put another in its place."""

    modified: int
    changed: int
    size: int
    inode: int
    device: int

    @classmethod
    def of(cls, status: os.stat_result) -> FileState:
        """The state that `status` describes."""
        return cls(
            status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino, status.st_dev
        )


def read_text(path: PathLike, most: int = limits.NAMED) -> str:
    """The text of a file (see `decode`), also of one that gzip has compressed. Raises FileError
    when it is missing, a folder, not permitted, no text, or larger than `most` bytes."""
    name = os.fspath(path)
    data = read_bytes(path, most)
    return decode(_uncompressed(data, name, most) if data.startswith(_GZIP) else data, name)


def _uncompressed(data: bytes, name: str, most: int) -> bytes:
    """What gzip has made `data` of. Raises FileError as soon as that is more than `most` bytes."""
    # Imported late: hardly any file is compressed.
    import gzip
    import io
    import zlib

    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            whole = file.read(most + 1)
    except (OSError, EOFError, zlib.error):
        raise FileError("read", name, "damaged gzip file") from None
    if len(whole) > most:
        raise FileError("read", name, f"larger than {_size(most)}")
    return whole


def read_bytes(path: PathLike, most: int = limits.NAMED) -> bytes:
    """The bytes of a file or pipe. Raises FileError as `read_text` does.

    `log.txt#2` is the second plan of `log.txt`, unless there is a file of that name."""
    name = os.fspath(path)
    plan = _NUMBERED.fullmatch(name) if "#" in name else None
    if plan is not None and os.path.isfile(plan[1]) and not os.path.lexists(name):
        return f"{read_text(plan[1], most)}\n;;!plan: {plan[2]}\n".encode()
    with opened(path) as file:
        if stat.S_ISFIFO(os.fstat(file.fileno()).st_mode):
            _await_writer(file.fileno(), os.fspath(path))
        os.set_blocking(file.fileno(), True)
        return bounded(file, os.fspath(path), most)


def read_exactly(path: PathLike, most: int = limits.NAMED) -> tuple[str, FileState]:
    """The text of a regular UTF-8 file, byte order mark included, and the state it is in: what
    `write_text` needs to write it back. Raises FileError."""
    name = os.fspath(path)
    with opened(path, regular=True) as file:
        # Before reading, so that what is written meanwhile shows.
        state = FileState.of(os.fstat(file.fileno()))
        data = bounded(file, name, most)
    decode(data, name)  # refuses what is no text
    try:
        return data.decode("utf-8"), state
    except UnicodeDecodeError:
        raise FileError("read", name, "not UTF-8, convert it first") from None


def read_stdin(name: str = "standard input") -> bytes:
    """All of standard input. Raises FileError."""
    try:
        if sys.stdin is None:
            raise FileError("read", name, "it is closed")
        return bounded(sys.stdin.buffer, name, limits.NAMED)
    except OSError as error:
        raise FileError("read", name, reason_of(error)) from None


def read_argument(path: str) -> str:
    """The text of the file that an argument names; `-` is standard input. Raises FileError."""
    return decode(read_stdin(), "standard input") if path == STDIN else read_text(path)


class LostInputError(Exception):
    """A file is read that is to be written later. No FileError: nobody may go on with the next
    file, as is done where one of many cannot be read."""


@contextmanager
def not_read(*paths: PathLike) -> Iterator[None]:
    """For work whose results go to `paths`, over what stands there: it ends as soon as one of
    these files is read, by whatever name and way, and before anything is lost. Only what this
    process reads is seen. Raises FileError then."""
    names = [os.fspath(path) for path in paths]
    _to_be_written.extend(names)
    try:
        yield
    except LostInputError as error:
        raise FileError("write", str(error), "it is also an input of this command") from None
    finally:
        del _to_be_written[len(_to_be_written) - len(names) :]


def _refuse_to_lose(file: BinaryIO) -> None:
    """Raises LostInputError where an open file is to be written."""
    for name in _to_be_written:
        try:
            is_same = os.path.samestat(os.fstat(file.fileno()), os.stat(name))
        except (OSError, ValueError):
            continue  # it is not there yet
        if is_same:
            raise LostInputError(name)


@contextmanager
def opened(path: PathLike, *, regular: bool = False) -> Iterator[BinaryIO]:
    """A file open for reading, without waiting. Raises FileError, also for errors on the way;
    with `regular` for pipes and devices, too. A link to a file of the kernel is refused: it may
    have no end."""
    name = os.fspath(path)
    try:
        if _leads_to_kernel(name):
            raise FileError("read", name, "a link to a file of the system, not a regular file")
        with open(name, "rb", opener=_without_waiting) as file:
            _refuse_to_lose(file)
            if regular and not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise FileError("read", name, "not a regular file")
            yield file
    except (OSError, ValueError) as error:
        # Windows says of a folder that it is not permitted.
        reason = "is a directory" if "\0" not in name and os.path.isdir(name) else reason_of(error)
        raise FileError("read", name, reason) from None


def files_named(words: Iterable[str]) -> tuple[str, ...]:
    """The files that a command line names by full paths, each once: as a word, or behind the `=`
    of an option. A program that is looked for on the PATH is not among them."""
    named = (part for word in words for part in (word, word.partition("=")[2]))
    return tuple(dict.fromkeys(path for path in named if os.path.isabs(path) and _is_file(path)))


def bounded(file: BinaryIO, name: str, most: int) -> bytes:
    """The rest of `file`. Raises FileError when that is more than `most` bytes."""
    data = file.read(min(_SMALL, most + 1))
    if len(data) == _SMALL:
        data += file.read(most + 1 - _SMALL)
    if len(data) > most:
        raise FileError("read", name, f"larger than {_size(most)}")
    return data


def _is_file(path: str) -> bool:
    try:
        return os.path.isfile(path)
    except ValueError:  # no path at all
        return False


_OF_KERNEL: Final = ("/dev/", "/proc/", "/sys/")


def _leads_to_kernel(name: str) -> bool:
    """Whether a link from elsewhere leads there; who names such a file, `/dev/stdin`, means it."""
    return (
        os.path.islink(name)
        and not os.path.abspath(name).startswith(_OF_KERNEL)
        and os.path.realpath(name).startswith(_OF_KERNEL)
    )


def _without_waiting(name: str, flags: int) -> int:
    """Opening a named pipe that nobody writes to would keep us for ever."""
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))


def _await_writer(descriptor: int, name: str) -> None:
    """Wait a while for the first bytes of a pipe."""
    ready, _, _ = select.select([descriptor], [], [], limits.PATIENCE)
    if not ready:
        raise FileError("read", name, "no process writes to this pipe")


def _size(count: int) -> str:
    return f"{count // (1024 * 1024)} MiB" if count >= 1024 * 1024 else f"{count} bytes"


class Once:
    """Tells of each file whether it is new. Two paths are one file where `identity` is the same of
    both, which follows links unless told otherwise."""

    def __init__(self, identity: Callable[[str], str] | None = None) -> None:
        self._identity = identity or _real_paths()
        self._first: dict[tuple[str, ...], str] = {}
        self._again: list[tuple[str, str]] = []

    def is_new(self, path: str, *beside: str) -> bool:
        """Whether the file was not there before, with the same files `beside` it."""
        key = tuple(map(self._identity, (path, *beside)))
        if key not in self._first:
            self._first[key] = path
            return True
        self._again.append((path, self._first[key]))
        return False

    def notes(self) -> Iterator[str]:
        """What was named again: in one line, for it may be a whole folder."""
        if not self._again:
            return
        file, first = self._again[0]
        which = file if file == first else f"{file} (the same file as {first})"
        others = f"; likewise {len(self._again) - 1} more" if len(self._again) > 1 else ""
        yield f"{which} was given twice; it is used once{others}"


def _real_paths() -> Callable[[str], str]:
    """`os.path.realpath` of files many of which lie in one folder: each is resolved once."""
    real_folder = cache(os.path.realpath)

    @cache
    def real_path(path: str) -> str:
        folder, name = os.path.split(path)
        inside = os.path.join(real_folder(folder), name)
        # Windows knows files by several names without links.
        is_other = name in ("", os.curdir, os.pardir) or sys.platform == "win32"
        return os.path.realpath(path) if is_other or os.path.islink(inside) else inside

    return real_path
