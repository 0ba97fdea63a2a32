"""What ends a run with exit status 2."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """Exit statuses; those of `diff`."""

    SAME = 0
    DIFFERENT = 1
    TROUBLE = 2
    INTERRUPTED = 130


class Trouble(Exception):  # noqa: N818 - a report to the user, like FileProblem
    """Something that the user has to change. `message` is one line."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
