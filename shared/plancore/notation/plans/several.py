"""Where another plan begins in a text with several: at what planners print between two, and where
times or numbers of steps begin again."""

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
"""What is said of a further part of one plan."""
_LINE_END: Final = re.compile(r"[\r\n]")
_NOTHING: Final = " \t\r\n;-=*_~#>"


class Divisions:
    """The places between the steps of a text at which another plan begins or may begin."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._sure: dict[int, bool] = {}
        """The numbers of steps before which another plan may begin, and whether it does."""
        self._first: Fraction | int | None = None
        self._latest: Fraction | int | None = None
        self._is_counted = True

    def divide(self, at: int, *, sure: bool = True) -> None:
        """Another plan may begin behind `at` steps."""
        if at:
            self._sure[at] = self._sure.get(at, False) or sure
            if sure:
                self._first = self._latest = None
                self._is_counted = True

    def step(self, step: Step, number: int | None, steps: list[Step]) -> None:
        """Look at a step behind the others, whose time or number may begin again."""
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
        """Whether what stands between two steps, if anything, does not begin a part of a plan."""
        line_end = _LINE_END.search(self._text, last.span.end, step.at)
        between = self._text[line_end.end() : step.at].strip(_NOTHING) if line_end else ""
        if not between:
            return True
        return _ANOTHER.search(between) is not None and _PART.search(between) is None

    def plans(self, steps: list[Step]) -> list[tuple[int, int]]:
        """The ranges of steps that are a plan each. Where it is not sure that another one begins,
        the lines may as well be those of another robot: then no action is in both parts."""
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
