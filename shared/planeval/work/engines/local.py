"""Units done by several processes of this machine."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from functools import partial

from plancore.stop import Checkpoint
from planeval.work.chunks import Chunks, Finished
from planeval.work.executing import execute_some, lost
from planeval.work.unit import Task
from planeval.work.waiting import Waiting
from planfiles.workers import as_finished, cores, mute


class Local:
    """So many processes, by default one for each processor. A process that is killed costs the
    unit that it was working on, after a second try."""

    def __init__(self, jobs: int | None = None) -> None:
        self._jobs = jobs or cores()

    @property
    def description(self) -> str:
        """See `Engine`."""
        return "1 local process" if self._jobs == 1 else f"{self._jobs} local processes"

    def finished(
        self, tasks: Iterator[Task], checkpoint: Checkpoint, waiting: Waiting
    ) -> Generator[Finished]:
        """See `Engine`."""
        chunks = Chunks(tasks, waiting)

        def take() -> list[Task] | None:
            chunk = chunks.take()
            return None if chunk is None else list(chunk.tasks)

        running = as_finished(self._jobs, partial(mute, execute_some), take, lost, checkpoint)
        with closing(running) as finished:
            for _, handed_out, answers in finished:
                yield from chunks.done(handed_out, answers)
