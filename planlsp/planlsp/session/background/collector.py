"""Garbage collection, and a look at the disk, when nobody waits.

The model of a large file is a million objects, and looking through all of them takes the
collector 0.2 s, in which nothing else runs: in the middle of typing that is felt. So while anything
goes on only young objects are looked through. What has survived is set aside in a pause. All of it
is looked through in a long pause if there were enough changes for that to be worth while; where
much text was replaced, whose model takes forty times the memory, in any pause or at once. What is
free then goes back to the system. A folder, too, is looked at again in a pause, for clients that do
not watch files.
"""

from __future__ import annotations

import asyncio
import contextvars
import gc
from collections.abc import Callable
from contextlib import suppress
from typing import Final


class IdleTask:
    """Calls `action` once `seconds` have gone by since `begin` was last called.

    There is one timer however often that is: asyncio keeps those that are cancelled for a while,
    with the context that they were made in, which on a server holds a message.
    """

    def __init__(self, seconds: float, action: Callable[[], object]) -> None:
        self._seconds, self._action = seconds, action
        self._timer: asyncio.TimerHandle | None = None
        self._end = 0.0

    def begin(self) -> None:
        """Begin to wait, again if it has begun. Called in the event loop."""
        self._end = asyncio.get_running_loop().time() + self._seconds
        if self._timer is None:
            self._wait()

    def _wait(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_at(self._end, self._ended, context=contextvars.Context())

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
"""Young objects are looked through so often before they count as old: 50,000 of them, which takes
some milliseconds."""
_ENOUGH: Final = 500
"""Each change may leave behind the form that it replaced: from so many on it is worth a look."""
_TOO_MANY: Final = 2_000
"""So many are looked for even while somebody types on and on."""
_SOME_TEXT: Final = 10_000
"""So many characters that are gone are worth a look in a long pause."""
_MUCH_TEXT: Final = 500_000
"""So many characters that are gone are worth a look in any pause."""
_TOO_MUCH_TEXT: Final = 1_500_000
"""Their models take some 60 MB: they are looked for at once."""


class IdleCollector:
    """Calls `look` and collects garbage some time after the last change."""

    def __init__(self, look: Callable[[], object]) -> None:
        self._look = look
        self._rests = (IdleTask(_PAUSE, self._pause), IdleTask(_LONG_PAUSE, self._long_pause))
        self._has_begun = False
        self._changes = 0
        self._characters = self._collected = 0

    def changed(self) -> None:
        """Something has made objects, and perhaps garbage."""
        if not self._has_begun:
            self._has_begun = True
            gc.freeze()  # what a session begins with stays to its end
            gc.set_threshold(_YOUNG, _TIMES, _NEVER)
        self._changes += 1
        if self._changes >= _TOO_MANY:
            self._collect()
        for rest in self._rests:
            rest.begin()

    def texts_gone(self, characters: int) -> None:
        """So many characters of the session's texts have gone since it began."""
        self._characters = characters
        if characters - self._collected >= _TOO_MUCH_TEXT:
            self._collect()

    def _pause(self) -> None:
        self._look()
        if self._characters - self._collected >= _MUCH_TEXT:
            self._collect()
        else:
            set_aside()

    def _long_pause(self) -> None:
        if self._changes >= _ENOUGH or self._characters - self._collected >= _SOME_TEXT:
            self._collect()

    def _collect(self) -> None:
        self._changes, self._collected = 0, self._characters
        collect()
        give_back()


def keep_what_large_work_made() -> None:
    """Set aside what is there after large work, unseen: it is the model of a file, not garbage."""
    if gc.get_count()[2]:
        gc.freeze()


def set_aside() -> None:
    """Look through what is young, and set aside everything."""
    gc.collect(1)
    gc.freeze()


def collect() -> None:
    """Look through everything, then set aside what is left."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def give_back() -> None:
    """Let the system have the pages between what is still in use.

    The allocator of glibc keeps them until it is told, and what has been closed lies scattered
    between what stays. Other C libraries give back on their own, or not at all.
    """
    # Imported late: nobody needs it before the first pause after much work.
    import ctypes

    # No such function elsewhere; on Windows no such library either.
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
