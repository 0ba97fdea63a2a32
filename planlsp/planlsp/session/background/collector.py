"""Collect garbage, and check the disk for changes, when the session is idle.

The model of a large file has a million objects. A full collection takes 0.2 s, during which nothing
else runs, and the user would notice it while typing. So only young objects are collected while the
session is busy; in a pause, the survivors are frozen (`gc.freeze`). Parsed texts that are replaced
or closed are released without a collection (`planlsp.session.texts.snapshots`), so a full one
follows only in a long pause after very many changes. Folders are also scanned in a pause, for
clients that do not watch files.
"""

from __future__ import annotations

import asyncio
import contextvars
import gc
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final


class IdleTask:
    """Calls `action` `seconds` after the last call of `begin`.

    There is a single timer: asyncio keeps cancelled timers for a while, with the context that they
    were created in, which on a server holds a message.
    """

    def __init__(self, seconds: float, action: Callable[[], object]) -> None:
        self._seconds, self._action = seconds, action
        self._timer: asyncio.TimerHandle | None = None
        self._end = 0.0

    def begin(self) -> None:
        """Start or restart the wait. Call it in the event loop."""
        self._end = asyncio.get_running_loop().time() + self._seconds
        if self._timer is None:
            self._wait()

    def _wait(self) -> None:
        loop = asyncio.get_running_loop()
        # Not `call_at`: in a browser it raises once the time has passed.
        left = max(self._end - loop.time(), 0.0)
        self._timer = loop.call_later(left, self._ended, context=contextvars.Context())

    def _ended(self) -> None:
        self._timer = None
        if asyncio.get_running_loop().time() < self._end:
            self._wait()
        else:
            self._action()


_PAUSE: Final = 2.0
_LONG_PAUSE: Final = 10.0
_YOUNG: Final = 10_000
_NEVER: Final = 1_000_000
_TIMES: Final = 5
"""Collections of generation 0 for each of generation 1, which then examines up to 50,000 objects in
a few milliseconds."""
_ENOUGH: Final = 2_000
"""Changes that make a full collection worthwhile in a long pause."""


class IdleCollector:
    """Calls `look` and collects garbage in pauses after the last change."""

    def __init__(self, look: Callable[[], object]) -> None:
        self._look = look
        self._rests = (IdleTask(_PAUSE, self._pause), IdleTask(_LONG_PAUSE, self._long_pause))
        self._has_begun = False
        self._changes = 0

    def changed(self) -> None:
        """Note a change, which has created objects and perhaps garbage."""
        if not self._has_begun:
            self._has_begun = True
            gc.freeze()  # objects from the start of a session live until its end
            gc.set_threshold(_YOUNG, _TIMES, _NEVER)
        self._changes += 1
        for rest in self._rests:
            rest.begin()

    def _pause(self) -> None:
        self._look()
        set_aside()

    def _long_pause(self) -> None:
        if self._changes >= _ENOUGH:
            self._changes = 0
            collect()
            give_back()


def keep_what_large_work_made() -> None:
    """Freeze all objects after large work without a collection: they are models, not garbage."""
    if gc.get_count()[2]:
        gc.freeze()


def set_aside() -> None:
    """Collect young objects, then freeze all others."""
    gc.collect(1)
    gc.freeze()


def collect() -> None:
    """Collect all objects, then freeze the survivors."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def give_back() -> None:
    """Return free pages between live objects to the system.

    The allocator of glibc keeps these pages until it is told to trim them. Other C libraries return
    memory on their own, or not at all.
    """
    # Other C libraries lack the function; Windows also lacks the library.
    with suppress(AttributeError, OSError, TypeError):
        _c_library().malloc_trim(0)


@lru_cache(maxsize=1)
def _c_library() -> Any:
    # Imported late: not needed before much memory was freed.
    import ctypes

    return ctypes.CDLL(None)
