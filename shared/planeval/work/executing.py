"""Execute units, and pack them into messages for workers. Workers import only this of a run."""

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
"""Seconds of work per message: the overhead is negligible, and rows are stored soon."""


def execute_some(tasks: Sequence[UnitTask], seconds: float = MESSAGE) -> list[UnitResult]:
    """Execute the first of `tasks`, and more until the time is up. Others are handed out again."""
    answers: list[UnitResult] = []
    end = time.monotonic() + seconds
    for task in tasks:
        answers.append(execute(task))
        if time.monotonic() >= end:
            break
    return answers


def execute(task: UnitTask, checkpoint: Checkpoint = NEVER) -> UnitResult:
    """Execute one unit. An exception of its work becomes the reason of a failed row, and
    MachineError that of a lost one. Raises StoppedError, which comes from `checkpoint`."""
    began = time.monotonic()
    try:
        answer = _done(task, checkpoint)
    except MachineError as error:
        answer = UnitResult(UnitState.LOST, error.message)
    return answer._replace(seconds=time.monotonic() - began)


def lost(_: UnitTask) -> UnitResult:
    """The result of a unit whose worker was killed."""
    return UnitResult(UnitState.LOST, LOST)


def _done(task: UnitTask, checkpoint: Checkpoint) -> UnitResult:
    """Execute a unit. Raises MachineError and StoppedError."""
    _refuse_others(task)
    try:
        return _worked(task, checkpoint)
    except (StoppedError, MachineError):
        raise
    except UserError as trouble:
        reason = trouble.message
    except (Exception, SystemExit) as error:
        reason = visible(f"internal error ({type(error).__name__}: {error})")
    # The unit may have failed because a file has changed meanwhile.
    _refuse_others(task)
    return UnitResult(UnitState.FAILED, reason)


def _refuse_others(task: UnitTask) -> None:
    """Raise MachineError if a file on this machine differs from that of the unit."""
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


# Units packed into messages.

Finished: TypeAlias = tuple[Key, UnitResult]
"""The key of a unit, and its result."""

_MOST: Final = 1000
"""The most units in a message."""

_MEMORY: Final = 0.5
"""The weight of the last message in the estimated time of a unit, from 0 to 1."""


class Chunk(NamedTuple):
    """The units of one message; `alone` if it is a single unit whose worker has died before."""

    tasks: Sequence[UnitTask]
    alone: bool = False


class Chunks:
    """Packs units into messages of about `MESSAGE` seconds, estimated from the units before. A
    worker returns the units that it did not start in that time, so that none waits behind a slow
    one.

    With `deaths_are_shared`, a dying worker takes queued messages with it. The unit at fault is
    then known only if its message was the only one out."""

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
        """The next message; None if there is none at the moment."""
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
        """The results of a message; its unfinished units will be handed out again."""
        self._came_back(tasks)
        self._again.extendleft(reversed(tasks[len(answers) :]))
        mean = sum(answer.seconds for answer in answers) / len(answers)
        typical = mean if self._typical is None else self._typical
        self._typical = typical + _MEMORY * (mean - typical)
        self._size = min(_MOST, max(1, ceil(MESSAGE / max(self._typical, MESSAGE / _MOST))))
        for task, answer in zip(tasks, answers, strict=False):
            yield task.key, answer

    def died(self, chunk: Chunk) -> Iterator[Finished]:
        """The worker of a message has died: each of its units is tried once more alone. A unit that
        already was alone is lost."""
        self._came_back(chunk.tasks)
        if chunk.alone:
            for task in chunk.tasks:
                yield task.key, lost(task)
        else:
            self._suspects.extend(chunk.tasks)

    def _came_back(self, tasks: Sequence[UnitTask]) -> None:
        self._n_out -= 1
        self._waiting.came_back(tasks)


# What a run waits for: units that were handed out, and answers of a cluster.


class Message(NamedTuple):
    """Units handed out together at the time `since`, of `time.time`. The worker executes them one
    after another; which one is running is unknown. Without units, the run waits for an answer of
    `whom`, such as a scheduler."""

    keys: tuple[Key, ...]
    since: float
    whom: str = ""


class Waiting:
    """The messages that are out. An engine reports each one handed out and each one back."""

    def __init__(self) -> None:
        self._messages: dict[Key, Message] = {}
        self._asked: dict[str, Message] = {}

    def asks(self, whom: str) -> None:
        """The run starts to wait for an answer of `whom`, such as a scheduler."""
        self._asked.setdefault(whom, Message((), time.time(), whom))

    def heard(self, whom: str) -> None:
        """The run no longer waits for `whom`."""
        self._asked.pop(whom, None)

    @contextmanager
    def answer_of(self, whom: str) -> Iterator[None]:
        """Wait for an answer of `whom` within the block."""
        self.asks(whom)
        try:
            yield
        finally:
            self.heard(whom)

    def handed_out(self, tasks: Sequence[UnitTask]) -> None:
        """Units were handed out together."""
        keys = tuple(task.key for task in tasks)
        self._messages[keys[0]] = Message(keys, time.time())

    def came_back(self, tasks: Sequence[UnitTask]) -> None:
        """The units of a message are back, done or not."""
        self._messages.pop(tasks[0].key, None)

    def longest(self, seconds: float) -> list[Message]:
        """The messages that have been out for at least so many seconds: answers waited for first,
        then units, each oldest first."""
        before = time.time() - seconds
        messages = (*self._asked.values(), *self._messages.values())
        return [each for each in messages if each.since <= before]


class Engine(Protocol):
    """Executes units, in this process, in others, or on other machines."""

    @property
    def description(self) -> str:
        """A short description for the manifest of a run."""

    def finished(
        self, tasks: Iterator[UnitTask], checkpoint: Checkpoint, waiting: Waiting
    ) -> Generator[Finished]:
        """The result of each of `tasks` as soon as it is available, in any order.

        `tasks` are consumed as they are handed out, which is reported to `waiting`. `checkpoint` is
        called several times a second while there are no results; by an engine that executes units
        in this process, whenever they call theirs. If it raises, or the generator is closed, no
        more units are started, and running ones are stopped if possible. Raises UserError if the
        engine cannot be used.
        """
