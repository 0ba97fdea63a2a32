"""Units done one after the other in this process."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Final

from plancore.stop import Checkpoint, StoppedError
from planeval.work.chunks import Finished
from planeval.work.executing import execute
from planeval.work.row import Answer
from planeval.work.unit import Task
from planeval.work.waiting import Waiting


class Serial:
    """No other process: for a few units, and to look into one. What kills the process, kills the
    run."""

    description: Final = "this process"

    def finished(
        self, tasks: Iterator[Task], checkpoint: Checkpoint, waiting: Waiting
    ) -> Generator[Finished]:
        """See `Engine`."""
        for task in tasks:
            checkpoint()
            waiting.handed_out([task])
            answer = _executed(task, checkpoint)
            waiting.came_back([task])
            yield task.key, answer


def _executed(task: Task, checkpoint: Checkpoint) -> Answer:
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
