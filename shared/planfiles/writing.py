"""Write files, whole or not at all, without losing changes of others."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from planfiles.errors import FileError, reason_of
from planfiles.files import FileState, PathLike, encode

_ACCESS_LIST: Final = "system.posix_acl_access"
_forbidden: list[str] = []
"""The reason why this process must not write files, if any."""


def forbid_writing(reason: str) -> None:
    """From now on every write in this process raises FileError with the `reason`. For worker
    processes; it cannot be undone."""
    _forbidden.append(reason)


def remove_file(path: PathLike) -> None:
    """Remove a file. Raises FileError."""
    name = os.fspath(path)
    _refuse_if_forbidden("remove", name)
    try:
        os.unlink(name)
    except OSError as error:
        raise FileError("remove", name, reason_of(error)) from None


def make_folder(path: PathLike) -> None:
    """Make a folder and its parents, if they do not exist. Raises FileError."""
    name = os.fspath(path)
    _refuse_if_forbidden("write", name)
    try:
        os.makedirs(name, exist_ok=True)
    except OSError as error:
        raise FileError("write", name, reason_of(error)) from None


def _refuse_if_forbidden(verb: str, name: str) -> None:
    if _forbidden:
        raise FileError(verb, name, _forbidden[0])


def refuse_named(path: PathLike, others: Iterable[PathLike]) -> None:
    """Raises FileError if the file to be written is one of the input files `others`."""
    for other in others:
        try:
            is_same = os.path.samefile(path, other)
        except (OSError, ValueError):
            continue  # one of them does not exist
        if is_same:
            raise FileError("write", os.fspath(path), "it is also an input of this command")


def write_text(path: PathLike, text: str, read_in: FileState | None = None) -> None:
    """Write `text` as UTF-8, line ends as they are; see `write_bytes`."""
    write_bytes(path, encode(text), read_in)


def write_bytes(path: PathLike, data: bytes, read_in: FileState | None = None) -> None:
    """Write `data` to a temporary file next to the file, then replace it.

    A reader sees the old content or the new, never a mixture. A symbolic link stays one. Owner,
    permissions, access control lists and extended attributes are kept; where they would be lost,
    the write is refused: hard links, an owner or attributes that we may not set, a read-only file.
    It is also refused if the file is not in the state `read_in`, since it has been changed
    meanwhile; only changes within the last microseconds are missed. Pipes and devices are written
    directly. A process that is killed meanwhile leaves a hidden `.….tmp` next to the file, which no
    command reads. Not kept: attributes that only root may read, and flags of the file system
    (`chattr`).

    Raises FileError.
    """
    name = os.fspath(path)
    _refuse_if_forbidden("write", name)
    try:
        target = Path(os.path.realpath(name))
        status = _status(target)
        if status is not None and not stat.S_ISREG(status.st_mode):
            with open(name, "wb") as file:
                file.write(data)
        else:
            if status is not None:
                _refuse_loss(name, target, status)
            _replace(name, target, data, status, read_in)
    except (OSError, ValueError) as error:
        missing = isinstance(error, FileNotFoundError)
        raise FileError(
            "write", name, "no such directory" if missing else reason_of(error)
        ) from None


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _refuse_loss(name: str, target: Path, status: os.stat_result) -> None:
    if not status.st_mode & 0o222 or not os.access(target, os.W_OK):
        raise FileError("write", name, "it is read-only")
    if status.st_nlink > 1:
        count = status.st_nlink - 1
        other_names = "another name" if count == 1 else f"{count} other names"
        raise FileError(
            "write", name, f"it has {other_names} (hard links), which would keep the old content"
        )


def _replace(
    name: str, target: Path, data: bytes, status: os.stat_result | None, read_in: FileState | None
) -> None:
    beside = target.with_name(f".{os.urandom(8).hex()}.tmp")
    created = 0o666 if status is None else 0o600
    try:
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, created)
    except PermissionError:
        raise FileError("write", name, "its directory is not writable") from None
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        if status is not None:
            _take_over(name, target, status, beside)
        if read_in is not None:
            now = _status(target)
            if now is None or FileState.of(now) != read_in:
                raise FileError("write", name, "it has changed in the meantime")
        beside.replace(target)
    except BaseException:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise


def _take_over(name: str, target: Path, status: os.stat_result, beside: Path) -> None:
    """Copy owner, permissions and attributes of the old file to the new one."""
    created = beside.stat()
    if hasattr(os, "chown") and (created.st_uid, created.st_gid) != (status.st_uid, status.st_gid):
        try:
            os.chown(beside, status.st_uid, status.st_gid)
        except OSError:
            raise FileError("write", name, "it belongs to another user") from None
    if hasattr(os, "listxattr"):
        _copy_attributes(name, target, beside)
    beside.chmod(stat.S_IMODE(status.st_mode))


def _copy_attributes(name: str, target: Path, beside: Path) -> None:
    """Copy extended attributes, including access control lists. A list that the new file inherits
    from its folder is removed: it may grant access that the old file denied."""
    try:
        attributes = os.listxattr(target)
    except OSError:  # a file system without them
        return
    if _ACCESS_LIST not in attributes and _ACCESS_LIST in os.listxattr(beside):
        os.removexattr(beside, _ACCESS_LIST)
    for attribute in attributes:
        try:
            value = os.getxattr(target, attribute)
            if attribute not in os.listxattr(beside) or os.getxattr(beside, attribute) != value:
                os.setxattr(beside, attribute, value)
        except OSError:
            reason = f"its attribute {attribute} would be lost"
            raise FileError("write", name, reason) from None
