"""Reading and writing text files for the command line tools: one clear error for whatever fails.

Planning files come from everywhere, so reading is lenient about the encoding and strict about
the rest: what is missing, a directory, binary or over-large is reported, never guessed at.
"""

from __future__ import annotations

import os
import select
import stat
from pathlib import Path
from typing import TypeAlias

PathLike: TypeAlias = str | os.PathLike[str]

MAX_BYTES = 256 * 1024 * 1024
"""The largest file that is read: a 100,000-step plan has about 5 MB."""

_PATIENCE = 10.0
"""Seconds to wait for the first bytes of a pipe."""

_MAGIC = (b"%PDF", b"PK\x03\x04", b"\x7fELF", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"\x89PNG")
_UTF16 = ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


class FileProblem(Exception):  # noqa: N818 - a report to the user, as the model's findings are
    """A file cannot be read or written. `message` is one line that names it and says why."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def read_text(path: PathLike, max_bytes: int = MAX_BYTES) -> str:
    """The text of a file, line ends as they are, without byte order mark.

    UTF-8, or UTF-16 where its mark says so, or else Latin-1. Raises FileProblem when the file is
    missing, a directory, not permitted, binary, or larger than `max_bytes`.
    """
    name = os.fspath(path)
    try:
        with open(name, "rb", opener=_opened) as handle:
            if stat.S_ISFIFO(os.fstat(handle.fileno()).st_mode):
                _await_writer(handle.fileno(), name)
            os.set_blocking(handle.fileno(), True)
            data = handle.read(max_bytes + 1)
    except (OSError, ValueError) as error:
        raise FileProblem(_failure("read", name, error)) from None
    if len(data) > max_bytes:
        raise FileProblem(f"cannot read {printable(name)}: larger than {_size(max_bytes)}")
    return decode(data, name)


def _opened(name: str, flags: int) -> int:
    """Open without waiting: a named pipe that nobody writes to would keep us for ever."""
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))


def _await_writer(descriptor: int, name: str) -> None:
    """Wait a while for the first bytes of a pipe; raises FileProblem when none come."""
    ready, _, _ = select.select([descriptor], [], [], _PATIENCE)
    if not ready:
        raise FileProblem(f"cannot read {printable(name)}: nobody writes to this pipe")


def decode(data: bytes, name: str) -> str:
    """The text that `data` stands for; `name` is for the message of a FileProblem."""
    for mark, encoding in _UTF16:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    if b"\0" in data or data.startswith(_MAGIC):
        raise FileProblem(f"cannot read {printable(name)}: not a text file")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def write_text(path: PathLike, text: str) -> None:
    """Write `text` as UTF-8, line ends as they are: beside the file, then renamed over it.

    A reader sees the old text or the new one, never half of it. A symbolic link stays one, and
    permissions are kept. Pipes and devices are written to directly. Raises FileProblem.
    """
    name = os.fspath(path)
    data = text.encode("utf-8", "replace")
    try:
        target = Path(os.path.realpath(name))
        mode = _mode(target)
        if mode is not None and not stat.S_ISREG(mode):
            with open(name, "wb") as handle:
                handle.write(data)
        else:
            _replace(target, data, mode)
    except (OSError, ValueError) as error:
        raise FileProblem(_failure("write", name, error)) from None


def printable(name: str) -> str:
    """A file name fit for one line of a message: quoted when it holds anything unprintable."""
    return name if name.isprintable() and name else repr(name)


def _mode(path: Path) -> int | None:
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _replace(target: Path, data: bytes, mode: int | None) -> None:
    beside = target.with_name(f".{os.urandom(8).hex()}.tmp")
    created = 0o666 if mode is None else stat.S_IMODE(mode)
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, created)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        if mode is not None:
            beside.chmod(stat.S_IMODE(mode))
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _failure(verb: str, name: str, error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        reason = "no such file" if verb == "read" else "no such folder"
    elif isinstance(error, IsADirectoryError):
        reason = "it is a folder"
    elif isinstance(error, PermissionError):
        reason = "permission denied"
    elif isinstance(error, OSError) and error.strerror:
        reason = error.strerror.lower()
    else:
        reason = str(error)
    return f"cannot {verb} {printable(name)}: {reason}"


def _size(count: int) -> str:
    return f"{count // (1024 * 1024)} MiB" if count >= 1024 * 1024 else f"{count} bytes"
