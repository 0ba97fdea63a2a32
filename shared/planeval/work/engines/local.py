"""Units done on this machine: by several processes, or in this one, one after the other."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from functools import partial
from typing import Final

from plancore.stop import Checkpoint, StoppedError
from planeval.work.executing import Chunks, Finished, Waiting, execute, execute_some, lost
from planeval.work.unit import UnitResult, UnitTask
from planfiles.workers import as_finished, cores, unreported


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
        self, tasks: Iterator[UnitTask], checkpoint: Checkpoint, waiting: Waiting
    ) -> Generator[Finished]:
        """See `Engine`."""
        chunks = Chunks(tasks, waiting)

        def take() -> list[UnitTask] | None:
            chunk = chunks.take()
            return None if chunk is None else list(chunk.tasks)

        running = as_finished(self._jobs, partial(unreported, execute_some), take, lost, checkpoint)
        with closing(running) as finished:
            for _, handed_out, answers in finished:
                yield from chunks.done(handed_out, answers)


class Serial:
    """No other process: for a few units, and to look into one. What kills the process, kills the
    run."""

    description: Final = "this process"

    def finished(
        self, tasks: Iterator[UnitTask], checkpoint: Checkpoint, waiting: Waiting
    ) -> Generator[Finished]:
        """See `Engine`."""
        for task in tasks:
            checkpoint()
            waiting.handed_out([task])
            answer = _executed(task, checkpoint)
            waiting.came_back([task])
            yield task.key, answer


def _executed(task: UnitTask, checkpoint: Checkpoint) -> UnitResult:
    """What comes of a unit that calls `checkpoint`. What that raises ends the run, and is no reason
    of a row: the work sees it as StoppedError, which nobody catches."""
    raised: list[Exception] = []

    def ask(done: int = 0, stage: str = "", /) -> None:
        try:
            checkpoint(done, stage)
        except Exception as error:
            raised.append(error)
            raise StoppedError from error

    try:
        return execute(task, ask)
    except StoppedError:
        raise raised[0] from None
