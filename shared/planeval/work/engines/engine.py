"""What every engine is."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Protocol

from plancore.stop import Checkpoint
from planeval.work.chunks import Finished
from planeval.work.unit import Task
from planeval.work.waiting import Waiting


class Engine(Protocol):
    """Does units, in this process, in others, or on other machines."""

    @property
    def description(self) -> str:
        """Which engine it is, in a few words for the manifest of a run."""

    def finished(
        self, tasks: Iterator[Task], checkpoint: Checkpoint, waiting: Waiting
    ) -> Generator[Finished]:
        """What comes of each of `tasks`, as soon as it is there, in any order.

        `tasks` are taken one after the other as they are handed out, which `waiting` hears of.
        `checkpoint` is called several times a second while nothing comes, by an engine that does
        the units itself whenever they call theirs; when it raises, and when the generator is
        closed, nothing more is begun, and what can be ended is ended. Raises Trouble when the
        engine cannot be used.
        """
