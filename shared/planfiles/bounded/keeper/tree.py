"""What the keeper knows and does of the processes of its run, on any system.

For the type checker: a keeper imports no `typing`, which would take as long as all the rest.
"""

from __future__ import annotations

from typing import Protocol


class Tree(Protocol):
    """The processes that come of one command."""

    def start(self, command: list[str], output: int) -> None:
        """Start it in the current folder, with files of at most `output` bytes. Raises OSError."""

    def wait(self, seconds: float) -> bool:
        """Wait so long, or until the command has ended, or nobody wants the run any more: then
        True."""

    def status(self) -> int | None:
        """The exit status of the command once it has ended; minus the signal that ended it."""

    def sample(self) -> tuple[int, int]:
        """How many processes there are now, and the bytes that they have resident, what they
        share counted for each of them."""

    def memory(self) -> int:
        """Bytes resident, what processes share counted once where the system can tell."""

    def unnamed(self) -> int:
        """Bytes in files that were removed and are still open, memory that is used as a file among
        them; 0 where the system does not tell."""

    def end(self, seconds: float) -> int:
        """End all of them, within so many seconds, and return how many are left."""

    def cpu(self) -> float:
        """Seconds of processor time of all that have ended."""

    def peak(self) -> int:
        """The most bytes that any one of those that have ended had resident; 0 if unknown."""
