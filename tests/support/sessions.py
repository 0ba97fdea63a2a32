"""Processes of one terminal session: who is left of a command and all that it started."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def processes_of(session: int) -> list[int]:
    """The processes that belong to a session and are no zombies, by what /proc says."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdecimal():
            with suppress(OSError):
                fields = Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()
                if int(fields[3]) == session and fields[0] not in "ZX":
                    found.append(int(entry))
    return found
