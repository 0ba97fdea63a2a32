"""What a run may take, and how it ended."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

MIB: Final = 1024 * 1024

INTERVAL: Final = 0.05
"""Seconds between two looks at memory, files and processes; more where a look takes long."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Each holds for all processes of a run together. None is no limit."""

    wall: float
    """Seconds on the clock."""
    memory: int | None = None
    """Bytes resident at the same time. What processes share is counted once before it ends a run.
    Memory is looked at now and then, so a run may have more for some milliseconds."""
    output: int = 256 * MIB
    """Bytes written: what is in the temporary folder, standard output and error among it. No file
    anywhere gets larger than this."""
    files: int = 10_000
    """Files and folders made in the temporary folder."""
    processes: int = 1_000
    """Processes at the same time."""


def enforced() -> dict[str, str | bool | float]:
    """How surely the limits hold here, as JSON for the manifest of an experiment.

    On Linux (`by` subreaper) no process can leave the tree, not by a session of its own nor by
    losing its parent, so it `leaves_nothing`. Elsewhere one that has lost its parent before anybody
    saw it goes on. The tree ends when we are killed, but not when its guard is killed as well
    (`keeper_may_die`). Where there is no `largest_file`, writing is seen by looking only.
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
    """What ended a run: the command itself, or the limit that it came to."""

    EXITED = "exited"
    WALL = "wall"
    MEMORY = "memory"
    OUTPUT = "output"
    FILES = "files"
    PROCESSES = "processes"


@dataclass(frozen=True, slots=True)
class RunEnd:
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
    """The last `most` bytes of a file of output, as text; nothing if there is no such file, or
    something else stands there."""
    if path.is_symlink() or not path.is_file():
        return ""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - most))
        return file.read(most).decode("utf-8", "replace")
