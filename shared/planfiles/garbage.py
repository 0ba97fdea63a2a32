"""How often a command looks for garbage that refers to itself.

Almost all that a command makes of a file it keeps to its end. To look through it after every
700 new objects, as Python does unless told, takes longer than a third of a run over a large file.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

YOUNG: Final = 100_000
"""New objects between two looks: some 10 MB of them at most wait to be let go."""


@contextmanager
def few_collections() -> Iterator[None]:
    """Meanwhile the youngest objects are looked through once in `YOUNG` new ones."""
    before = gc.get_threshold()
    gc.set_threshold(YOUNG, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
