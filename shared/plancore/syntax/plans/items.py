"""What a scanner finds in a plan text, in the order of the text."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, TypeAlias

from plancore.source import Span


class PlanFormat(StrEnum):
    """The notation that a plan was written in."""

    SEQUENTIAL = "sequential"
    """`(a b)` per line, as IPC, VAL and Fast Downward's `sas_plan` have it."""
    TIMED = "timed"
    """`0.000: (a b) [1.5]`: start, action and, unless it is an instant, duration."""
    INDEXED = "indexed"
    """`step 0: a b`, and FF's `1: A B` below it."""
    LOG = "log"
    """`a b (1)`: an action and its cost, as Fast Downward prints it."""
    UNIFIED_PLANNING = "unified-planning"
    """`SequentialPlan:` or `TimeTriggeredPlan:` and `a(b, c)` lines."""
    PDDL4J = "pddl4j"
    """`00: (a b) [0]`: index, action and duration."""
    JSON = "json"
    """An array of strings, of arrays or of objects."""
    COMMA = "comma"
    """`a(b), {c, d}, e`: commas between steps, braces around concurrent actions."""
    PROSE = "prose"
    """Steps inside other text: a list, a Markdown fence, `[PLAN] … [PLAN END]`."""


class ActionText(NamedTuple):
    """An action as written.

    `words` are its name and arguments. `layout` is relative to `at`: the end of the action,
    then start and end of each word.
    """

    at: int
    words: tuple[str, ...]
    layout: tuple[int, ...]

    @property
    def end(self) -> int:
        """The offset behind the action."""
        return self.at + self.layout[0]


class StepText(NamedTuple):
    """A step as written; `time` and `duration` are numbers that `number` can read."""

    start: int
    end: int
    actions: tuple[ActionText, ...]
    format: PlanFormat
    concurrent: bool = False
    time: str | None = None
    duration: str | None = None
    ordinal: int | None = None


class Skip(NamedTuple):
    """Text that is no step and does not look like a failed one."""

    span: Span
    reason: str


class Fault(NamedTuple):
    """A malformed step or list of steps, which gives no step.

    `covers` is what it makes unreadable, where that is more than the place of the fault.
    """

    code: str
    span: Span
    message: str
    covers: Span | None = None


class Remark(NamedTuple):
    """Something odd that costs no step."""

    code: str
    span: Span
    message: str


class Cost(NamedTuple):
    """The cost that the text states."""

    span: Span
    value: str


Item: TypeAlias = StepText | Skip | Fault | Remark | Cost
