"""How long the event loop is busy with one thing, during which it sees nothing else."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest


@contextmanager
def loop_steps() -> Iterator[list[float]]:
    """The CPU time in seconds of each step that an event loop takes in the block, in its thread.

    What other threads and processes do meanwhile does not count, nor is there garbage looked for in
    what other tests have left.
    """
    steps: list[float] = []
    run = asyncio.Handle._run

    def timed(self: Any) -> None:
        start = time.thread_time()
        run(self)
        steps.append(time.thread_time() - start)

    gc.freeze()
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(asyncio.Handle, "_run", timed)
            yield steps
    finally:
        gc.unfreeze()
