"""Execute units on this machine: in several processes, or one after another in this process."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from functools import partial
from importlib import import_module
from typing import Final

from plancore.stop import Checkpoint, StoppedError
from planeval.work.executing import Chunks, Finished, Waiting, execute, execute_some, lost
from planeval.work.unit import UnitResult, UnitTask
from planfiles.workers import as_finished, cores, unreported


class Local:
    """Executes units in `jobs` processes, by default one per core. If a process is killed, its unit
    is tried a second time, and then lost."""

    def __init__(self, jobs: int | None = None) -> None:
        # Not while units are executed: Python may swallow a Ctrl+C that arrives during an import.
        import_module("planfiles.pool")
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
    """Executes units in this process, for a few units or debugging. A crash ends the run."""

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
    """Execute a unit that calls `checkpoint`. Exceptions of the checkpoint end the run instead of
    becoming the reason of a row: within the work they are StoppedErrors, which nothing catches."""
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
