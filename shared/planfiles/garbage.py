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
        # What is left now counts as old: no new object sets off a look through all of it.
        gc.freeze()
        gc.unfreeze()
        gc.set_threshold(*before)


def collect_between() -> None:
    """Let go what an earlier file has left, where that is much."""
    if gc.get_count()[0] > YOUNG:
        gc.collect()
