"""What a run may take."""

from __future__ import annotations

import sys
from dataclasses import dataclass
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
