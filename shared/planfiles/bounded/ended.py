"""How a bounded run ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from planfiles.bounded.limits import MIB, Limits


class End(StrEnum):
    """What ended a run: the command itself, or the limit that it came to."""

    EXITED = "exited"
    WALL = "wall"
    MEMORY = "memory"
    OUTPUT = "output"
    FILES = "files"
    PROCESSES = "processes"


@dataclass(frozen=True, slots=True)
class Ended:
    """A run that is over, with all its processes."""

    by: End
    code: int | None
    """The exit status of the command; None when a signal ended it, ours among them."""
    signal: int | None
    """The signal that ended the command; None when it exited."""
    wall: float
    """Seconds on the clock, from its start until none of its processes was left."""
    cpu: float
    """Seconds of processor time of all its processes."""
    memory: int
    """The most bytes that were seen resident at the same time; memory that processes share counts
    for each of them. 0 where the run was over before anybody looked."""
    stdout: Path
    stderr: Path
    left: int = 0
    """Processes that could not be ended, such as those that the system does not let go."""
    was_full: bool = False
    """Whether its disk was seen without room, though it had some in the beginning. It is looked at
    as often as memory; a time between two looks is missed, and so is a quota."""


def limit_in_words(by: End, limits: Limits) -> str:
    """What a run did that ended it; `by` is a limit, no end of its own."""
    match by:
        case End.WALL:
            return f"it took more than {limits.wall:g} s"
        case End.MEMORY:
            return f"it came to the limit of {(limits.memory or 0) / MIB:,.0f} MiB"
        case End.OUTPUT:
            return f"it wrote more than {limits.output / MIB:,.0f} MiB"
        case End.FILES:
            return f"it made more than {limits.files:,} files"
        case End.PROCESSES:
            return f"it had more than {limits.processes:,} processes at a time"
        case End.EXITED:
            raise ValueError("a run that ends by itself is at no limit")


def tail(path: Path, most: int = 2000) -> str:
    """The last `most` bytes of a file of output, as text; nothing if there is no such file, or
    something else stands there."""
    if path.is_symlink() or not path.is_file():
        return ""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - most))
        return file.read(most).decode("utf-8", "replace")
