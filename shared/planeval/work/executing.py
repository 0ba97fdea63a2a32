"""Units done, in whatever process: the only part of a run that its workers need."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from math import ceil
from platform import node
from typing import Final, NamedTuple, Protocol, TypeAlias

from plancore.report.lines import visible
from plancore.stop import NEVER, Checkpoint, StoppedError
from planeval.work.unit import Key, UnitResult, UnitState, UnitTask, why_another
from planfiles.errors import MachineError, UserError
from planfiles.workers import LOST

MESSAGE: Final = 0.1
"""Seconds that one message of work should take: so long that messages cost next to nothing, so
short that their rows are kept soon."""


def execute_some(tasks: Sequence[UnitTask], seconds: float = MESSAGE) -> list[UnitResult]:
    """What comes of the first of `tasks`, and of those after it until the time is up. The others
    are for somebody else."""
    answers: list[UnitResult] = []
    end = time.monotonic() + seconds
    for task in tasks:
        answers.append(execute(task))
        if time.monotonic() >= end:
            break
    return answers


def execute(task: UnitTask, checkpoint: Checkpoint = NEVER) -> UnitResult:
    """What comes of one unit. Whatever its work raises is the reason of a row, but for
    StoppedError, which `checkpoint` raises; what says only what this machine lacks makes it a lost
    one."""
    began = time.monotonic()
    try:
        answer = _done(task, checkpoint)
    except MachineError as error:
        answer = UnitResult(UnitState.LOST, error.message)
    return answer._replace(seconds=time.monotonic() - began)


def lost(_: UnitTask) -> UnitResult:
    """What is said of a unit whose worker was killed."""
    return UnitResult(UnitState.LOST, LOST)


def _done(task: UnitTask, checkpoint: Checkpoint) -> UnitResult:
    """What comes of it. Raises MachineError and StoppedError."""
    _refuse_others(task)
    try:
        return _worked(task, checkpoint)
    except (StoppedError, MachineError):
        raise
    except UserError as trouble:
        reason = trouble.message
    except (Exception, SystemExit) as error:
        reason = visible(f"internal error ({type(error).__name__}: {error})")
    # A file may have gone while it was worked on.
    _refuse_others(task)
    return UnitResult(UnitState.FAILED, reason)


def _refuse_others(task: UnitTask) -> None:
    """Raise MachineError where a file is here not the one that the unit is about."""
    for path, digest in task.files.values():
        why = why_another(path, digest)
        if why is not None:
            raise MachineError(why)


def _worked(task: UnitTask, checkpoint: Checkpoint) -> UnitResult:
    module = import_module(task.kind.module)
    if task.kind != module.KIND:
        raise MachineError(
            f"the worker on {node()} has a different version of {task.kind.name!r}: "
            f"{module.KIND.version}, not {task.kind.version}"
        )
    paths = {use: path for use, (path, _) in task.files.items()}
    value = module.work(task.arguments, paths, checkpoint)
    if not isinstance(value, dict):
        raise TypeError(f"a row must be a JSON object, got {type(value).__name__}")
    label = value.get("class")
    text = json.dumps(value, separators=(",", ":"))
    return UnitResult(UnitState.DONE, text, label if isinstance(label, str) else "")


# Units put together into messages that are worth sending.

Finished: TypeAlias = tuple[Key, UnitResult]
"""The key of a unit, and what came of it."""

_MOST: Final = 1000
"""Units in one message at most."""

_MEMORY: Final = 0.5
"""How much the last message says of the next one, from 0 to 1."""


class Chunk(NamedTuple):
    """The units of one message; `alone` is one whose worker has died before."""

    tasks: Sequence[UnitTask]
    alone: bool = False


class Chunks:
    """Hands out so many units at once as take about `executing.MESSAGE` seconds, by what those
    before them took. A worker gives back what it did not get to in that time, so that no slow unit
    keeps others waiting behind it.

    `deaths_are_shared` when messages that wait at a worker die with it: which of them was at work
    is known only of one that was handed out when no other was."""

    def __init__(
        self, tasks: Iterator[UnitTask], waiting: Waiting, *, deaths_are_shared: bool = False
    ) -> None:
        self._tasks = tasks
        self._waiting = waiting
        self._deaths_are_shared = deaths_are_shared
        self._n_out = 0
        self._again: deque[UnitTask] = deque()
        self._suspects: deque[UnitTask] = deque()
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

    def done(self, tasks: Sequence[UnitTask], answers: Sequence[UnitResult]) -> Iterator[Finished]:
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

    def _came_back(self, tasks: Sequence[UnitTask]) -> None:
        self._n_out -= 1
        self._waiting.came_back(tasks)


# What a run waits for: units that were handed out and are not back, and who is to do them.


class Message(NamedTuple):
    """Units that were handed out together, at a time of `time.time`. They are done one after the
    other; which of them is at work now nobody knows but who does them. Without units it was sent
    to `whom`, who is to do some."""

    keys: tuple[Key, ...]
    since: float
    whom: str = ""


class Waiting:
    """The messages that are out. An engine says when it hands one out, and when it is back."""

    def __init__(self) -> None:
        self._messages: dict[Key, Message] = {}
        self._asked: dict[str, Message] = {}

    def asks(self, whom: str) -> None:
        """From now on nothing is done before `whom`, such as a scheduler, has answered."""
        self._asked.setdefault(whom, Message((), time.time(), whom))

    def heard(self, whom: str) -> None:
        """It has, or nobody waits for it any more."""
        self._asked.pop(whom, None)

    @contextmanager
    def answer_of(self, whom: str) -> Iterator[None]:
        """Meanwhile an answer of `whom` is waited for."""
        self.asks(whom)
        try:
            yield
        finally:
            self.heard(whom)

    def handed_out(self, tasks: Sequence[UnitTask]) -> None:
        """Some units go to whoever does them."""
        keys = tuple(task.key for task in tasks)
        self._messages[keys[0]] = Message(keys, time.time())

    def came_back(self, tasks: Sequence[UnitTask]) -> None:
        """The same units are no more waited for, done or not."""
        self._messages.pop(tasks[0].key, None)

    def longest(self, seconds: float) -> list[Message]:
        """The messages that have been out so long, the oldest first, after those to `whom`."""
        before = time.time() - seconds
        messages = (*self._asked.values(), *self._messages.values())
        return [each for each in messages if each.since <= before]


# What every engine is.


class Engine(Protocol):
    """Does units, in this process, in others, or on other machines."""

    @property
    def description(self) -> str:
        """Which engine it is, in a few words for the manifest of a run."""

    def finished(
        self, tasks: Iterator[UnitTask], checkpoint: Checkpoint, waiting: Waiting
    ) -> Generator[Finished]:
        """What comes of each of `tasks`, as soon as it is there, in any order.

        `tasks` are taken one after the other as they are handed out, which `waiting` hears of.
        `checkpoint` is called several times a second while nothing comes, by an engine that does
        the units itself whenever they call theirs; when it raises, and when the generator is
        closed, nothing more is begun, and what can be ended is ended. Raises UserError when the
        engine cannot be used.
        """
