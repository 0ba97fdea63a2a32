"""Whether files are still as they were: by time, size and identity, asked for now and then.

Asking twice a second costs microseconds and works on every file system, network and containers
included, where notifications of the system do not.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, TypeAlias

PERIOD: Final = 0.5
"""Seconds between two looks."""


class Stamp(NamedTuple):
    """What changes when a file is written."""

    time: int
    size: int
    identity: int


Stamps: TypeAlias = Mapping[str, Stamp | None]
"""The stamp of each file; None for one that is not there."""


def stamps_of(files: Iterable[str]) -> Stamps:
    """The files as they are now."""
    return {file: _stamp(file) for file in files}


class Watch:
    """Notices files that have come to rest after a change. `before` is how they were read."""

    def __init__(self, before: Stamps) -> None:
        self._read = self._last = before

    def changed_at_rest(self, now: Stamps) -> list[str]:
        """The files that differ from what was read, as soon as they differ no more from look to
        look; each change is told once."""
        is_at_rest = now == self._last
        self._last = now
        if not is_at_rest or now == self._read:
            return []
        changed = [file for file, stamp in now.items() if self._read.get(file) != stamp]
        self._read = now
        return changed


def _stamp(file: str) -> Stamp | None:
    try:
        state = os.stat(file)
    except OSError:
        return None
    return Stamp(state.st_mtime_ns, state.st_size, state.st_ino)
