"""The context at an offset of a plan: the words of the step around it.

::

    line = decoration? label? (number ":")? "("? word*
         | … name "(" (word ("," word)*)?

with `decoration` (`- `, `1. `) and `label` (`step 3: `) as in `line_shapes`. There is no context on
a line in another notation, or if something illegal follows the step.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from plancore.ide.navigation.symbols import environment_of
from plancore.lower.environment import Environment
from plancore.model.domain import Action
from plancore.model.plan import Step
from plancore.notation.plans.groups import DECORATION, EMPHASIS, LABEL, REMARK, TIME
from plancore.notation.plans.items import WORD
from plancore.project import PlanSnapshot, ProjectSnapshot
from plancore.source import Span

_LEAD: Final = re.compile(
    rf"[ \t]*(?:{DECORATION.pattern})?(?:{EMPHASIS.pattern})?(?:{LABEL.pattern})?[ \t]*"
    r"(?P<time>\d[\d.]*[ \t]*:[ \t]*)?",
    re.I,
)
_WORDS: Final = re.compile(r"(?P<open>\(?)(?P<words>[^();\[]*)")
_CALL: Final = re.compile(rf"(?P<name>{WORD})(?:\((?P<words>[^();\[\]]*))?")
_DURATION: Final = re.compile(r"[ \t]*\[")
_BEHIND: Final = re.compile(r"[^()\[;]*")
_GLUE: Final = r"[\s,*`|]*+\.?+[\s,*`|]*+"
_MAY_FOLLOW: Final = re.compile(
    rf"(?:[ \t]*\[[^\[\]();]*\])?(?:{_GLUE}(?:{TIME.pattern})?(?:{WORD})?\([^();]*\)"
    rf"(?:[ \t]*\[[^\[\]();]*\])?)*{_GLUE}(?:(?:;|{REMARK.pattern}).*)?\Z"
)
"""The text that may follow a step: its duration, further steps on the line, a remark."""
_WORD: Final = re.compile(r"[^\s,]*\Z")
_REST: Final = re.compile(r"[^\s,]*")


@dataclass(frozen=True)
class PlanCursor:
    """The step around a cursor: the words before and after the word at the cursor.

    `insert` is the part of that word before the cursor, `replace` the whole word; `is_open` and
    `is_closed` are whether the parentheses of the step exist. `step` is the span from the start of
    the step, after its time, to the place of its duration. `has_time` means that a time precedes it
    on its line, `is_bare` that nothing does, `has_duration` that a `[` follows it. `clock` is the
    time at which the steps above have ended, None if no other step has a time; `is_alone` means
    that there is no other step.
    """

    environment: Environment
    before: tuple[str, ...]
    behind: tuple[str, ...]
    is_open: bool
    is_closed: bool
    insert: Span
    replace: Span
    typed: str
    step: Span
    has_time: bool
    is_bare: bool
    has_duration: bool
    clock: Fraction | None
    is_alone: bool

    @property
    def action(self) -> Action | None:
        """The action whose argument is at the cursor."""
        return self.environment.actions.get(self.before[0]) if self.before else None


def plan_cursor_at(project: ProjectSnapshot, file: PlanSnapshot, offset: int) -> PlanCursor | None:
    """The context at `offset`; None in comments, after steps, and without a domain."""
    environment = _environment(project, file)
    text, line = file.text, file.source.line_span(file.source.line_of(offset))
    lead = _LEAD.match(text, line.start, offset)
    assert lead is not None
    step = _call_before(text, line.start, offset) or _WORDS.fullmatch(text, lead.end(), offset)
    is_in_line_break = offset > line.end
    if environment is None or step is None or is_in_line_break:
        return None
    names = step.groupdict()
    is_open = bool(names.get("open", True))
    word = _WORD.search(text, step.start("words"), offset)
    behind = _BEHIND.match(text, offset, line.end)
    assert word is not None
    assert behind is not None
    if is_open and behind.end() == line.end:
        below = _BEHIND.match(text, offset)
        if below and text.startswith(")", below.end()):
            behind = below  # the step continues on the next lines
    rest = _REST.match(text, offset, behind.end())
    assert rest is not None
    end = rest.end()
    is_closed = text.startswith(")", behind.end())
    closing = behind.end() + is_closed
    is_bare = not text[line.start : step.start()].strip()
    is_followed = text.startswith("(", behind.end())
    if is_followed and text[line.start : word.start()].strip():
        return None  # the text before the cursor would absorb the following step
    if is_closed and not is_open:
        return None
    line_end = file.source.line_span(file.source.line_of(closing)).end
    is_decorated = not is_bare and not lead["time"]
    if not is_decorated and not _MAY_FOLLOW.match(text, closing, line_end):
        return None
    others = [
        step for step in file.plan.steps if is_followed or not line.start <= step.at < line.end
    ]
    return PlanCursor(
        environment,
        tuple(_split(f"{names.get('name', '')} {text[step.start('words') : word.start()]}")),
        tuple(_split(text[end : behind.end()])),
        is_open,
        is_closed,
        Span(word.start(), offset),
        Span(word.start(), end),
        word.group().lower(),
        Span(step.start(), closing),
        bool(lead["time"]),
        is_bare,
        _DURATION.match(text, closing) is not None,
        _clock(others, line.start),
        not others,
    )


def _clock(steps: Sequence[Step], offset: int) -> Fraction | None:
    """The time at which those of the `steps` above `offset` have ended; None if none has a time. A
    step without a duration counts as 1, so that the next one follows it."""
    starts = [(step.at, step.start, step.duration or 1) for step in steps]
    ends = [(at, start + lasts) for at, start, lasts in starts if start is not None]
    above = (end for at, end in ends if at < offset)
    return max(above, default=Fraction(0)) if ends else None


def _environment(project: ProjectSnapshot, file: PlanSnapshot) -> Environment | None:
    """The environment of the problem, else of the domain."""
    domain, problem = project.setting_of(file)
    if problem is not None:
        return environment_of(project, problem.file, problem.definition)[1]
    return domain.definition.environment if domain is not None else None


def _call_before(text: str, start: int, offset: int) -> re.Match[str] | None:
    """Match `name(words` before the cursor, on the line that starts at `start`."""
    calls = _CALL.finditer(text, start, offset)
    return next(
        (call for call in calls if call.end() == offset and call["words"] is not None), None
    )


def _split(words: str) -> list[str]:
    return words.lower().replace(",", " ").split()
