"""Units put together into messages that are worth sending."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice
from math import ceil
from typing import Final, NamedTuple, TypeAlias

from planeval.work.executing import MESSAGE, lost
from planeval.work.unit import Answer, Key, Task
from planeval.work.waiting import Waiting

Finished: TypeAlias = tuple[Key, Answer]
"""The key of a unit, and what came of it."""

_MOST: Final = 1000
"""Units in one message at most."""

_MEMORY: Final = 0.5
"""How much the last message says of the next one, from 0 to 1."""


class Chunk(NamedTuple):
    """The units of one message; `alone` is one whose worker has died before."""

    tasks: Sequence[Task]
    alone: bool = False


class Chunks:
    """Hands out so many units at once as take about `executing.MESSAGE` seconds, by what those
    before them took. A worker gives back what it did not get to in that time, so that no slow unit
    keeps others waiting behind it.

    `deaths_are_shared` when messages that wait at a worker die with it: which of them was at work
    is known only of one that was handed out when no other was."""

    def __init__(
        self, tasks: Iterator[Task], waiting: Waiting, *, deaths_are_shared: bool = False
    ) -> None:
        self._tasks = tasks
        self._waiting = waiting
        self._deaths_are_shared = deaths_are_shared
        self._n_out = 0
        self._again: deque[Task] = deque()
        self._suspects: deque[Task] = deque()
        self._size = 1
        self._typical: float | None = None

    def take(self) -> Chunk | None:
        """The next message, or None when there is nothing left for now."""
        chunk = self._next()
        if chunk is not None:
            self._n_out += 1
            self._waiting.handed_out(chunk.tasks)
        return chunk

    def _next(self) -> Chunk | None:
        if self._suspects and not self._deaths_are_shared:
            return self._suspect()
        tasks = [self._again.popleft() for _ in range(min(self._size, len(self._again)))]
        tasks += islice(self._tasks, self._size - len(tasks))
        if tasks:
            return Chunk(tasks)
        return self._suspect() if self._suspects and self._n_out == 0 else None

    def _suspect(self) -> Chunk:
        return Chunk([self._suspects.popleft()], alone=True)

    def done(self, tasks: Sequence[Task], answers: Sequence[Answer]) -> Iterator[Finished]:
        """The rows of a message; what is left of it is handed out again."""
        self._came_back(tasks)
        self._again.extendleft(reversed(tasks[len(answers) :]))
        mean = sum(answer.seconds for answer in answers) / len(answers)
        typical = mean if self._typical is None else self._typical
        self._typical = typical + _MEMORY * (mean - typical)
        self._size = min(_MOST, max(1, ceil(MESSAGE / max(self._typical, MESSAGE / _MOST))))
        for task, answer in zip(tasks, answers, strict=False):
            yield task.key, answer

    def died(self, chunk: Chunk) -> Iterator[Finished]:
        """The worker of a message is gone: each of its units is handed out once more by itself, and
        one that already was is lost."""
        self._came_back(chunk.tasks)
        if chunk.alone:
            for task in chunk.tasks:
                yield task.key, lost(task)
        else:
            self._suspects.extend(chunk.tasks)

    def _came_back(self, tasks: Sequence[Task]) -> None:
        self._n_out -= 1
        self._waiting.came_back(tasks)
