"""What came of a unit."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from plancore.jsonable import Json


class State(StrEnum):
    """Whether there is a result. A unit that is LOST has none through no fault of its own: its
    worker was killed, or lacked a file, a program or room; it is done again when the run is
    continued. One that has FAILED would fail again, and is kept."""

    DONE = "done"
    FAILED = "failed"
    LOST = "lost"


class Answer(NamedTuple):
    """A row on its way from whoever worked on it. `text` is JSON when it is done, else the reason;
    `label` the class that the row says it belongs to, `seconds` the wall time."""

    state: State
    text: str
    label: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Row:
    """What came of a unit: `value` is what its work returned, empty unless it is done; `reason`
    why there is none, in one line; `seconds` of wall time were spent on it."""

    state: State
    value: Json
    reason: str
    seconds: float

    @classmethod
    def of(cls, answer: Answer) -> Row:
        """The row that has travelled as `answer`."""
        if answer.state is State.DONE:
            return cls(answer.state, json.loads(answer.text), "", answer.seconds)
        return cls(answer.state, {}, answer.text, answer.seconds)
