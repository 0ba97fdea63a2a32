"""What ends a run with exit status 2."""

from __future__ import annotations


class Trouble(Exception):  # noqa: N818 - a report to the user, like FileProblem
    """Something that the user has to change. `message` is one line."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
