"""Units done one after the other in this process."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Final

from plancore.stop import Checkpoint
from planeval.work.chunks import Finished
from planeval.work.executing import execute
from planeval.work.unit import Task


class Serial:
    """No other process: for a few units, and to look into one. What kills the process, kills the
    run."""

    description: Final = "this process"

    def finished(self, tasks: Iterator[Task], checkpoint: Checkpoint) -> Generator[Finished]:
        """See `Engine`."""
        for task in tasks:
            checkpoint()
            yield task.key, execute(task)
