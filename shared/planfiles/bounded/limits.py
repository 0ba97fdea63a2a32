"""Limits of a run, and how it ended."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

MIB: Final = 1024 * 1024

INTERVAL: Final = 0.05
"""Seconds between two checks of memory, files and processes; more if a check takes long."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on all processes of a run together. None is no limit."""

    wall: float
    """Wall-clock seconds."""
    memory: int | None = None
    """Resident bytes at the same time; shared memory is counted once before a run is ended. It is
    sampled, so a run may exceed the limit for some milliseconds."""
    output: int = 256 * MIB
    """Bytes added to the temporary folder, including standard output and error. Also the limit of
    any single file anywhere."""
    files: int = 10_000
    """Files and folders created in the temporary folder."""
    processes: int = 1_000
    """Processes at the same time."""


def enforced() -> dict[str, str | bool | float]:
    """How strictly the limits hold on this system, as JSON for the manifest of an experiment.

    On Linux (`by` subreaper) no process can leave the tree, neither with a session of its own nor
    as an orphan, so it `leaves_nothing`. Elsewhere an orphan that was never seen continues. The
    tree ends if we are killed, but not if its guard is killed as well (`keeper_may_die`). Without
    `largest_file`, the size of files is only sampled.
    """
    on_linux = sys.platform == "linux"
    return {
        "system": sys.platform,
        "by": "subreaper" if on_linux else "processes seen",
        "leaves_nothing": on_linux,
        "keeper_may_die": False,
        "largest_file": sys.platform != "win32",
        "interval": INTERVAL,
    }


class End(StrEnum):
    """What ended a run: the command itself, or a limit."""

    EXITED = "exited"
    WALL = "wall"
    MEMORY = "memory"
    OUTPUT = "output"
    FILES = "files"
    PROCESSES = "processes"


@dataclass(frozen=True, slots=True)
class RunEnd:
    """A run that has ended with all its processes."""

    by: End
    code: int | None
    """The exit status of the command; None if a signal ended it, including our own."""
    signal: int | None
    """The signal that ended the command; None if it exited."""
    wall: float
    """Wall-clock seconds from the start until all processes had ended."""
    cpu: float
    """Processor time in seconds of all processes."""
    memory: int
    """Peak resident bytes of all processes together, as sampled; shared memory counts for each
    process. At least the peak of the largest process that has ended, or 0 if unknown."""
    stdout: Path
    stderr: Path
    left: int = 0
    """Number of processes that could not be killed."""
    was_full: bool = False
    """Whether its disk was seen full, though it had room at the start. It is sampled as often as
    memory; quotas are not seen."""


def limit_in_words(by: End, limits: Limits) -> str:
    """The limit that ended a run, in words. Raises ValueError for `End.EXITED`."""
    match by:
        case End.WALL:
            return f"time limit of {limits.wall:g} s reached"
        case End.MEMORY:
            return f"memory limit of {(limits.memory or 0) / MIB:,.0f} MiB reached"
        case End.OUTPUT:
            return f"output limit of {limits.output / MIB:,.0f} MiB reached"
        case End.FILES:
            return f"limit of {limits.files:,} files reached"
        case End.PROCESSES:
            return f"limit of {limits.processes:,} processes reached"
        case End.EXITED:
            raise ValueError("a run that ends by itself is at no limit")


def tail(path: Path, most: int = 2000) -> str:
    """The last `most` bytes of a file of output, as text; empty if it is not a regular file."""
    if path.is_symlink() or not path.is_file():
        return ""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - most))
        return file.read(most).decode("utf-8", "replace")
