"""CPU time of a piece of work, apart from what else this process has to do."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import Final

_TRIES: Final = 3


def takes_linear_time(work: Callable[[int], object], size: int) -> bool:
    """Whether `work` on eight times `size` takes no more than linear time allows.

    A linear one takes eight times as long, a quadratic one 64 times; the constant is for what is
    too short to measure. Whatever else the machine does can only make it longer, so one try that
    is quick enough says yes. The collector does not run meanwhile: how long it takes says how many
    objects other tests of this process have left.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return any(
            cpu_time(lambda: work(8 * size)) < 24 * cpu_time(lambda: work(size)) + 0.15
            for _ in range(_TRIES)
        )
    finally:
        if was_enabled:
            gc.enable()


def cpu_time(work: Callable[[], object]) -> float:
    """The CPU time of this process that `work` takes, in seconds."""
    start = time.process_time()
    work()
    return time.process_time() - start
