"""What a run waits for: units that were handed out and are not back, and who is to do them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from planeval.work.unit import Key, Task


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

    def handed_out(self, tasks: Sequence[Task]) -> None:
        """Some units go to whoever does them."""
        keys = tuple(task.key for task in tasks)
        self._messages[keys[0]] = Message(keys, time.time())

    def came_back(self, tasks: Sequence[Task]) -> None:
        """The same units are no more waited for, done or not."""
        self._messages.pop(tasks[0].key, None)

    def longest(self, seconds: float) -> list[Message]:
        """The messages that have been out so long, the oldest first, after those to `whom`."""
        before = time.time() - seconds
        messages = (*self._asked.values(), *self._messages.values())
        return [each for each in messages if each.since <= before]
