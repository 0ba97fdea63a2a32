"""Garbage collection, and a look at the disk, when nobody waits.

The model of a large file is a million objects, and looking through all of them takes the
collector 0.3 s: in the middle of typing that is felt. So what has survived is set aside, where
the collector does not look while the user types, and is looked through when the user pauses. A
folder, too, is looked at again in a pause, for clients that do not watch files.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

_PAUSE = 2.0
_YOUNG = 20_000


class IdleCollector:
    """Calls `look` and collects garbage `_PAUSE` seconds after the last change."""

    def __init__(self, look: Callable[[], object]) -> None:
        self._look = look
        self._due: asyncio.TimerHandle | None = None

    def changed(self) -> None:
        """Something has made objects, and perhaps garbage."""
        if self._due is None:
            gc.set_threshold(_YOUNG, 10, 10)
        else:
            self._due.cancel()
        self._due = asyncio.get_running_loop().call_later(_PAUSE, self._pause)

    def _pause(self) -> None:
        self._look()
        collect()


def collect() -> None:
    """Look through everything, then set aside what is left."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
