"""Read files, with one clear error for every failure, and decode them.

Missing, binary and oversized files and folders are errors; nothing is guessed. Reading never blocks
for ever: a pipe without a writer is given up. Files that are named several times count once.
"""

from __future__ import annotations

import os
import re
import select
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import BinaryIO, Final, NamedTuple, TypeAlias

from planfiles import limits
from planfiles.errors import FileError, reason_of

PathLike: TypeAlias = str | os.PathLike[str]

REVIEW_MARKS: Final = ".review.json"
"""Suffix of the review marks of a learned file."""

_SMALL: Final = 64 * 1024
"""Bytes of the first read of a file. Asking for more allocates a buffer of that size, which takes
longer than reading most plans."""

_GZIP: Final = b"\x1f\x8b"

_NUMBERED: Final = re.compile(r"(.+)#(\d{1,9})", re.DOTALL)

_DIGITS: Final = re.compile(r"([0-9]{1,40})")

_to_be_written: list[str] = []
"""Files that will be overwritten with the results of the current work."""

STDIN: Final = "-"
"""The file name that stands for standard input."""


class FileState(NamedTuple):
    """The state of a file at one time; differs after any change or replacement."""

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


def read_text(path: PathLike, most: int = limits.NAMED, *, regular: bool = False) -> str:
    """The text of a file (see `decode`), decompressed if it is gzip. Raises FileError if it is
    missing, a folder, not permitted, not text, or larger than `most` bytes; with `regular` also for
    pipes and devices."""
    name = os.fspath(path)
    data = read_bytes(path, most, regular=regular)
    return decode(_uncompressed(data, name, most) if data.startswith(_GZIP) else data, name)


def _uncompressed(data: bytes, name: str, most: int) -> bytes:
    """`data` decompressed. Raises FileError as soon as that exceeds `most` bytes."""
    # Imported late: few files are compressed.
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


def read_bytes(path: PathLike, most: int = limits.NAMED, *, regular: bool = False) -> bytes:
    """The bytes of a file or pipe. Raises FileError as `read_text` does. `log.txt#2` is the second
    plan of `log.txt`, unless there is a file of that name."""
    name = os.fspath(path)
    plan = _NUMBERED.fullmatch(name) if "#" in name else None
    if plan is not None and os.path.isfile(plan[1]) and not os.path.lexists(name):
        text = read_text(plan[1], most, regular=regular)
        return f"{text}\n;;!plan: {plan[2]}\n".encode()
    with opened(path, regular=regular) as file:
        if stat.S_ISFIFO(os.fstat(file.fileno()).st_mode):
            _await_writer(file.fileno(), os.fspath(path))
        if sys.platform != "win32":  # which knows this of pipes only, and before 3.12 of nothing
            os.set_blocking(file.fileno(), True)
        return bounded(file, os.fspath(path), most)


def read_exactly(path: PathLike, most: int = limits.NAMED) -> tuple[str, FileState]:
    """The text of a regular UTF-8 file, including a byte order mark, and its state, both as
    `write_text` needs them to write it back. Raises FileError."""
    name = os.fspath(path)
    with opened(path, regular=True) as file:
        # Before reading, so that a concurrent change is detected.
        state = FileState.of(os.fstat(file.fileno()))
        data = bounded(file, name, most)
    decode(data, name)  # refuses binary data
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
    """A file is read that will be overwritten. Not a FileError, so that code that skips unreadable
    files does not continue."""


@contextmanager
def not_read(*paths: PathLike) -> Iterator[None]:
    """For work whose results overwrite `paths`: end it as soon as this process reads one of these
    files, by any name, before anything is lost. Raises FileError then."""
    names = [os.fspath(path) for path in paths]
    _to_be_written.extend(names)
    try:
        yield
    except LostInputError as error:
        raise FileError("write", str(error), "it is also an input of this command") from None
    finally:
        del _to_be_written[len(_to_be_written) - len(names) :]


def _refuse_to_lose(file: BinaryIO) -> None:
    """Raises LostInputError if an open file will be overwritten."""
    for name in _to_be_written:
        try:
            is_same = os.path.samestat(os.fstat(file.fileno()), os.stat(name))
        except (OSError, ValueError):
            continue  # it does not exist yet
        if is_same:
            raise LostInputError(name)


@contextmanager
def opened(path: PathLike, *, regular: bool = False) -> Iterator[BinaryIO]:
    """Open a file for reading, without blocking. Raises FileError, also for errors inside the
    block; with `regular` also for pipes and devices. A link into `/dev`, `/proc` or `/sys` is
    refused: such a file may have no end."""
    name = os.fspath(path)
    try:
        if _leads_to_kernel(name):
            raise FileError("read", name, "a link to a file of the system, not a regular file")
        if regular and is_special(name):  # a device may act when it is opened
            raise FileError("read", name, "not a regular file")
        with open(name, "rb", opener=_without_waiting) as file:
            _refuse_to_lose(file)
            if regular and not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise FileError("read", name, "not a regular file")
            yield file
    except (OSError, ValueError) as error:
        # Windows reports a folder as a permission error.
        reason = "is a directory" if "\0" not in name and os.path.isdir(name) else reason_of(error)
        raise FileError("read", name, reason) from None


def is_special(path: str) -> bool:
    """Whether `path` is neither a regular file nor a folder but, say, a pipe. Raises OSError."""
    mode = os.stat(path).st_mode
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def by_numbers(name: str) -> list[tuple[int, str]]:
    """A sort key that compares the numbers in names: `plan`, `plan.2`, `plan.10`; `p1.log`,
    `p1.2.log`, since an alphabetic extension is ignored."""
    stem, ending = os.path.splitext(name)
    parts = filter(None, _DIGITS.split(stem if ending[1:2].isalpha() else name))
    return [(int(part), "") if _DIGITS.fullmatch(part) else (-1, part) for part in parts]


def files_named(words: Iterable[str]) -> tuple[str, ...]:
    """The files that a command line names by absolute paths, each once: as a word, or after the `=`
    of an option. A program that is found on the PATH is not included."""
    named = (part for word in words for part in (word, word.partition("=")[2]))
    return tuple(dict.fromkeys(path for path in named if os.path.isabs(path) and _is_file(path)))


def bounded(file: BinaryIO, name: str, most: int) -> bytes:
    """The rest of `file`. Raises FileError if it exceeds `most` bytes."""
    data = file.read(min(_SMALL, most + 1))
    if len(data) == _SMALL:
        data += file.read(most + 1 - _SMALL)
    if len(data) > most:
        raise FileError("read", name, f"larger than {_size(most)}")
    return data


def _is_file(path: str) -> bool:
    try:
        return os.path.isfile(path)
    except ValueError:  # not a path
        return False


def is_inside(path: str, document: str | None, roots: Sequence[str]) -> bool:
    """Whether `path`, with symbolic links resolved, is in one of the `roots` or in the folder of
    `document`. A hard link to a file outside cannot be detected."""
    folders = [*roots, *([os.path.dirname(document)] if document else [])]
    real = os.path.join(os.path.realpath(path), "")
    return any(real.startswith(os.path.join(os.path.realpath(folder), "")) for folder in folders)


_OF_KERNEL: Final = ("/dev/", "/proc/", "/sys/")


def _leads_to_kernel(name: str) -> bool:
    """Whether a link leads to a file of the kernel; direct names such as `/dev/stdin` are fine."""
    return (
        os.path.islink(name)
        and not os.path.abspath(name).startswith(_OF_KERNEL)
        and os.path.realpath(name).startswith(_OF_KERNEL)
    )


def _without_waiting(name: str, flags: int) -> int:
    """An opener that does not block on a named pipe without a writer."""
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))


def _await_writer(descriptor: int, name: str) -> None:
    """Wait up to `limits.PATIENCE` seconds for the first bytes of a pipe."""
    ready, _, _ = select.select([descriptor], [], [], limits.PATIENCE)
    if not ready:
        raise FileError("read", name, "no process writes to this pipe")


def _size(count: int) -> str:
    return f"{count // (1024 * 1024)} MiB" if count >= 1024 * 1024 else f"{count} bytes"


class Once:
    """Detects files that are named twice. Two paths are one file if they have the same `identity`,
    by default their real path."""

    def __init__(self, identity: Callable[[str], str] | None = None) -> None:
        self._identity = identity or _real_paths()
        self._first: dict[tuple[str, ...], str] = {}
        self._again: list[tuple[str, str]] = []

    def is_new(self, path: str, *beside: str) -> bool:
        """Whether the file is new, in combination with the files `beside` it."""
        key = tuple(map(self._identity, (path, *beside)))
        if key not in self._first:
            self._first[key] = path
            return True
        self._again.append((path, self._first[key]))
        return False

    def notes(self) -> Iterator[str]:
        """A note on files that were named again: one line, since it may be a whole folder."""
        if not self._again:
            return
        file, first = self._again[0]
        which = file if file == first else f"{file} (the same file as {first})"
        others = f"; likewise {len(self._again) - 1} more" if len(self._again) > 1 else ""
        yield f"{which} was given twice; it is used once{others}"


def _real_paths() -> Callable[[str], str]:
    """`os.path.realpath`, faster for many files in one folder: each folder is resolved once."""
    real_folder = cache(os.path.realpath)

    @cache
    def real_path(path: str) -> str:
        folder, name = os.path.split(path)
        inside = os.path.join(real_folder(folder), name)
        # On Windows a file has several names even without links.
        is_other = name in ("", os.curdir, os.pardir) or sys.platform == "win32"
        return os.path.realpath(path) if is_other or os.path.islink(inside) else inside

    return real_path


# From bytes to text and back: lenient about the encoding, strict about binary data.

_MAGIC: Final = (b"%PDF", b"PK\x03\x04", b"\x7fELF", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"\x89PNG")
NO_TEXT: Final = "not a text file"
"""The reason of `decode` for refusing data."""
_UTF16: Final = ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


def decode(data: bytes, name: str) -> str:
    """Decode `data`, with its line ends, without byte order mark.

    UTF-16 if its mark says so, else UTF-8, else Latin-1. Raises FileError, with the `name`, for
    binary data.
    """
    for mark, encoding in _UTF16:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    if b"\0" in data or data.startswith(_MAGIC):
        raise FileError("read", name, NO_TEXT)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def encode(text: str) -> bytes:
    """`text` as UTF-8. Lone surrogates, as in file names that are not UTF-8, are escaped."""
    return text.encode("utf-8", "backslashreplace")
