"""Errors that end a run with exit status 2, or cost one of many files."""

from __future__ import annotations

import errno
from typing import Final

from plancore.report.lines import visible


class UserError(Exception):
    """Something that the user has to change: a file, a folder, the command line. `message` is one
    line that names it and says why, without anything that a terminal obeys."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = visible(message)

    def __str__(self) -> str:
        """The message, also of a kind whose `args` are something else."""
        return self.message


class PartDone(Exception):  # noqa: N818 - the run ends well
    """Ends a run with exit status 0 after the requested part; `message` is the next step."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = visible(message)


class FileError(UserError):
    """A file that cannot be read or written: `verb` is the attempted action, `reason` the cause."""

    def __init__(self, verb: str, name: str, reason: str) -> None:
        super().__init__(f"cannot {verb} {name or repr(name)}: {reason}")
        self.args = (verb, name, reason)
        self.reason = reason


class MachineError(UserError):
    """A limitation of this machine: no space, or a missing program or file. The request is not at
    fault and may succeed later or on another machine."""


_REASONS: Final = {
    errno.ENOENT: "no such file",
    errno.ENOTDIR: "no such file",
    errno.EISDIR: "is a directory",
    errno.EACCES: "permission denied",
    errno.EPERM: "permission denied",
}


def reason_of(error: OSError | ValueError) -> str:
    """The reason for a failed system call, as a clause that follows a colon."""
    if isinstance(error, OSError) and error.errno is not None:
        return _REASONS.get(error.errno) or (error.strerror or "failed").lower()
    return "not a path" if "null" in str(error) else str(error)
