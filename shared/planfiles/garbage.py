"""How seldom a command looks for garbage that refers to itself.

Almost all that a command makes of a file it keeps until it is done with it. To look through it
after every 700 new objects, as Python does unless told, takes longer than a third of a run over a
large file, and to look once more at the end a fifth: so a command looks between two files, or when
it has made more than most runs ever do, and what it leaves goes with its process.
"""

from __future__ import annotations

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final

RUN: Final = 10_000_000
"""New objects between two looks while a command works on one thing: those of two domains of 10 MB,
of which none is garbage before the command is done with them."""

YOUNG: Final = 100_000
"""New objects that are worth a look between two files, or while somebody looks at a window: some
10 MB of them at most wait to be let go."""


@contextmanager
def few_collections(young: int = RUN) -> Iterator[None]:
    """Meanwhile the youngest objects are looked through once in `young` new ones."""
    # The end of a process needs no look for what could be let go.
    atexit.unregister(gc.freeze)
    atexit.register(gc.freeze)
    before = gc.get_threshold()
    gc.set_threshold(young, *before[1:])
    try:
        yield
    finally:
        _look_again(before)


_AT_WORK: Final[list[tuple[int, int, int]]] = []
"""For each thread that makes much how often to look when none does any more."""

_LOCK: Final = Lock()


@contextmanager
def few_collections_in_thread() -> Iterator[None]:
    """Meanwhile the youngest objects are looked through once in `RUN` new ones, in all threads.
    Several may be at work, and end in any order: after the last one it is as it was."""
    with _LOCK:
        before = _AT_WORK[0] if _AT_WORK else gc.get_threshold()
        _AT_WORK.append(before)
        gc.set_threshold(RUN, *before[1:])
    try:
        yield
    finally:
        with _LOCK:
            _AT_WORK.pop()
            if not _AT_WORK:
                _look_again(before)


def _look_again(thresholds: tuple[int, int, int]) -> None:
    # What is left now counts as old: no new object sets off a look through all of it.
    gc.freeze()
    gc.unfreeze()
    gc.set_threshold(*thresholds)


def collect_between() -> None:
    """Let go what an earlier file has left, where that is much."""
    if gc.get_count()[0] > YOUNG:
        gc.collect()
