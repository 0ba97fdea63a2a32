"""Run the garbage collector less often during a command.

A command keeps almost all objects of a file until it is done with it. Collecting after every 700
new objects, the default of Python 3.11, takes more than a third of a run over a large file, and a
last collection at exit a fifth. So collect between two files, or after more allocations than most
runs make, and not at exit.
"""

from __future__ import annotations

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final

RUN: Final = 10_000_000
"""Allocations between two collections while a command works on one thing: those of two domains of
10 MB, of which none is garbage before the command is done with them."""

YOUNG: Final = 100_000
"""Allocations that justify a collection between two files, or in an interactive program: at most
some 10 MB wait to be freed."""


@contextmanager
def few_collections(young: int = RUN) -> Iterator[None]:
    """Collect the youngest generation only once in `young` allocations."""
    # No collection is needed at exit.
    atexit.unregister(gc.freeze)
    atexit.register(gc.freeze)
    before = gc.get_threshold()
    gc.set_threshold(young, *before[1:])
    try:
        yield
    finally:
        _look_again(before)


_AT_WORK: Final[list[tuple[int, int, int]]] = []
"""The thresholds to restore, once for each thread inside `few_collections_in_thread`."""

_LOCK: Final = Lock()


@contextmanager
def few_collections_in_thread() -> Iterator[None]:
    """Collect the youngest generation only once in `RUN` allocations, in all threads. Blocks of
    several threads may overlap; the last one restores the thresholds."""
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
    # Moves all objects to the oldest generation, so that new objects do not cause a collection of
    # them.
    gc.freeze()
    gc.unfreeze()
    gc.set_threshold(*thresholds)


def collect_between() -> None:
    """Free the objects of earlier files, if there may be many."""
    if gc.get_count()[0] > YOUNG:
        gc.collect()
