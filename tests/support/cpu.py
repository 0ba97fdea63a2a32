"""CPU time of a piece of work, apart from what else this process has to do."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable


def cpu_time(work: Callable[[], object]) -> float:
    """Seconds of CPU that `work` takes, the least of three times.

    The collector does not run meanwhile: how long it takes says how many objects other tests of
    this process have left.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return min(_once(work) for _ in range(3))
    finally:
        if was_enabled:
            gc.enable()


def _once(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start
