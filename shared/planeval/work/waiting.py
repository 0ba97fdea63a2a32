"""Units that were handed out and have not come back: what a run waits for."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from planeval.work.unit import Key, Task


class Message(NamedTuple):
    """Units that were handed out together, at a time of `time.time`. They are done one after the
    other; which of them is at work now nobody knows but who does them."""

    keys: tuple[Key, ...]
    since: float


class Waiting:
    """The messages that are out. An engine says when it hands one out, and when it is back."""

    def __init__(self) -> None:
        self._messages: dict[Key, Message] = {}

    def handed_out(self, tasks: Sequence[Task]) -> None:
        """Some units go to whoever does them."""
        keys = tuple(task.key for task in tasks)
        self._messages[keys[0]] = Message(keys, time.time())

    def came_back(self, tasks: Sequence[Task]) -> None:
        """The same units are no more waited for, done or not."""
        self._messages.pop(tasks[0].key, None)

    def longest(self, seconds: float) -> list[Message]:
        """The messages that have been out so long, the oldest first."""
        before = time.time() - seconds
        return [each for each in self._messages.values() if each.since <= before]
