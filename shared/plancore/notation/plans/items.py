"""The items that a scanner finds in a plan text, in the order of the text."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from plancore.diagnostic import Severity
from plancore.model.plan import PlanFormat
from plancore.source import Span


class ActionText(NamedTuple):
    """An action as written.

    `words` are its name and arguments. `layout` is relative to `at`: the end of the action,
    then start and end of each word; None for `(a b c)` with a blank between two words.
    """

    at: int
    words: tuple[str, ...]
    layout: tuple[int, ...] | None

    @property
    def end(self) -> int:
        """The offset behind the action."""
        if self.layout is not None:
            return self.at + self.layout[0]
        return self.at + len(self.words) + sum(map(len, self.words)) + 1


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


CODES: Final = frozenset(
    {
        "bad-duration",
        "bad-time",
        "empty-concurrent-step",
        "empty-step",
        "escaped-text",
        "invalid-json",
        "invalid-step",
        "missing-colon",
        "missing-comma",
        "missing-parentheses",
        "negative-duration",
        "negative-time",
        "nested-braces",
        "nested-parenthesis",
        "no-plan-found",
        "not-a-plan",
        "not-an-action",
        "skipped-text",
        "text-after-step",
        "unclosed-brace",
        "unclosed-step",
        "unopened-brace",
        "unopened-step",
        "variable-in-plan",
    }
)
"""All that a fault or a remark of a reader of plans can have."""


class Error(NamedTuple):
    """A malformed step or list of steps, which gives no step.

    `covers` is what it makes unreadable, where that is more than the place of the fault.
    """

    code: str
    span: Span
    message: str
    covers: Span | None = None


class Note(NamedTuple):
    """Something odd that costs no step."""

    code: str
    span: Span
    message: str
    severity: Severity = Severity.WARNING


class Cost(NamedTuple):
    """The cost that the text states."""

    span: Span
    value: str


Item: TypeAlias = StepText | Skip | Error | Note | Cost
