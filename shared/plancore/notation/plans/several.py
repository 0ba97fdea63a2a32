"""Divide a text into several plans: at lines that planners print between plans, and where times or
numbers of steps start again."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from typing import Final

from plancore.model.plan import Step

_ANOTHER: Final = re.compile(
    r"\b(?:plan|solution|attempt|try|alternative(?:ly)?|option|answer|version|variant|instead"
    r"|better|shorter|cheaper|another|improved|corrected|or)\b",
    re.IGNORECASE,
)
_PART: Final = re.compile(
    r"\b(?:robot|agent|truck|phase|part|stage|section|day|then|next|after|for|sub-?goals?)\b",
    re.IGNORECASE,
)
"""Words that introduce a further part of the same plan."""
_LINE_END: Final = re.compile(r"[\r\n]")
_NOTHING: Final = " \t\r\n;-=*_~#>"


class Divisions:
    """The places between the steps of a text at which another plan begins or may begin."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._sure: dict[int, bool] = {}
        """For each number of steps after which another plan may begin, whether this is certain."""
        self._first: Fraction | int | None = None
        self._latest: Fraction | int | None = None
        self._is_counted = True

    def divide(self, at: int, *, sure: bool = True) -> None:
        """Record that another plan may begin after `at` steps."""
        if at:
            self._sure[at] = self._sure.get(at, False) or sure
            if sure:
                self._first = self._latest = None
                self._is_counted = True

    def step(self, step: Step, number: int | None, steps: list[Step]) -> None:
        """Process a further step, whose time or number may start again."""
        position = number if step.start is None else step.start
        if position is None:
            return
        first, latest = self._first, self._latest
        if first is not None and latest is not None and latest > first == position:
            self.divide(len(steps), sure=self._is_counted and self._is_next(steps[-1], step))
            latest, self._is_counted = None, True
        if self._first is None:
            self._first = position
        self._is_counted &= not step.duration and latest in (None, position - 1)
        self._latest = position if latest is None else max(latest, position)

    def _is_next(self, last: Step, step: Step) -> bool:
        """Whether another plan may begin between two steps: there is no text, or it introduces a
        plan and not a part of one."""
        line_end = _LINE_END.search(self._text, last.span.end, step.at)
        between = self._text[line_end.end() : step.at].strip(_NOTHING) if line_end else ""
        if not between:
            return True
        return _ANOTHER.search(between) is not None and _PART.search(between) is None

    def plans(self, steps: list[Step]) -> list[tuple[int, int]]:
        """The ranges of steps of the plans. An uncertain division is made only if an action is on
        both sides of it; otherwise the second part may be that of another robot."""
        ends = [at for at in self._sure if at < len(steps)]
        plans: list[tuple[int, int]] = []
        begin = 0
        for at, end in pairwise([*ends, len(steps)]):
            before = {action.key for step in steps[begin:at] for action in step.actions}
            behind = (action.key for step in steps[at:end] for action in step.actions)
            if self._sure[at] or not before.isdisjoint(behind):
                plans.append((begin, at))
                begin = at
        return [*plans, (begin, len(steps))]
