"""What a run may take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MIB: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """Each holds for all processes of a run together. None is no limit."""

    wall: float
    """Seconds on the clock."""
    memory: int | None = None
    """Bytes resident at the same time. What processes share is counted once before it ends a run.
    Memory is looked at now and then, so a run may have more for some milliseconds."""
    output: int = 256 * MIB
    """Bytes written: what is in the temporary folder, standard output and error among it, and on
    Linux in open files that have been removed. No file anywhere gets larger than this."""
    files: int = 10_000
    """Files and folders made in the temporary folder."""
    processes: int = 1_000
    """Processes at the same time."""
