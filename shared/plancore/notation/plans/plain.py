"""Texts with one step a line and nothing but comments beside: what most planners write.

plan    ::= (line newline)* line
line    ::= blanks (step blanks | comment)?
step    ::= action | digits ("." digits)? ":" action ("[" number "]")?
action  ::= "(" word (" " word)* ")"
comment ::= ";" …                                   without "["

without any backslash, which may be an escape; either all steps have a time, or none.

They are read at once, without a look at what else a text might be. The answer is that of the
scanner for all notations.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from sys import intern
from typing import Final

from plancore.model.plan import GroundAction, Plan, PlanFormat, Step, StepKey
from plancore.notation.plans.words import NUMBER, WORD, number, stated_cost
from plancore.stop import NEVER, Checkpoint

_WORD = rf"(?!\?){WORD}+"
_ACTION = rf"\((?!define\b){_WORD}(?: {_WORD})*+\)"
_BLANKS = r"[ \t]*+"
_TIME = r"\d{1,40}+(?:\.\d{1,40}+)?+"
_TIMED_ACTION = rf"{_TIME}{_BLANKS}:{_BLANKS}{_ACTION}(?:{_BLANKS}\[{_BLANKS}{NUMBER}{_BLANKS}\])?+"


def _lines_of(step: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?:[ \t\r\n]*+(?:{step}{_BLANKS}(?=[\r\n]|\Z)|;[^\[\r\n]*+))*+[ \t\r\n]*+",
        re.IGNORECASE,
    )


_PLAIN = _lines_of(_ACTION)
_TIMED = _lines_of(_TIMED_ACTION)
_ITEM = re.compile(r"\(([^()]*)\)|;[^\r\n]*")
_TIMED_ITEM = re.compile(
    rf"({_TIME}){_BLANKS}:{_BLANKS}\(([^()]*)\)(?:{_BLANKS}\[{_BLANKS}({NUMBER}){_BLANKS}\])?+"
    r"|;[^\r\n]*",
)
BETWEEN: Final = 4_096
"""Steps between two looks whether to go on: some ten milliseconds."""
READ: Final = "steps read"
_LONG = 100_000
"""Characters: so long a plan has thousands of actions."""


def read_plain(text: str, checkpoint: Checkpoint = NEVER) -> Plan | None:
    """The plan in a plain text; None for any other text. `checkpoint` may end it."""
    if "\\" in text:
        return None
    if _PLAIN.fullmatch(text):
        return _read_untimed(text, checkpoint)
    return _read_timed(text, checkpoint) if _TIMED.fullmatch(text) else None


def _read_untimed(text: str, checkpoint: Checkpoint) -> Plan:
    steps: list[Step] = []
    cost: str | None = None
    action_of = _reader_of_actions(text)
    for item in _ITEM.finditer(text):
        words = item[1]
        if words is None:
            cost = _stated(text, item) or cost
            continue
        key, spelling = action_of(words)
        at, end = item.span()
        action = GroundAction(key, at, None, spelling)
        steps.append(Step((action,), False, None, None, None, at, end - at))
        if not len(steps) % BETWEEN:
            checkpoint(len(steps), READ)
    return Plan(tuple(steps), cost=None if cost is None else number(cost))


def _read_timed(text: str, checkpoint: Checkpoint) -> Plan | None:
    """None where the times may only count the steps."""
    steps: list[Step] = []
    cost: str | None = None
    action_of = _reader_of_actions(text)
    for item in _TIMED_ITEM.finditer(text):
        time, words, lasts = item.groups()
        if words is None:
            cost = _stated(text, item) or cost
            continue
        key, spelling = action_of(words)
        at, end = item.span()
        action = GroundAction(key, item.start(2) - 1, None, spelling)
        duration = None if lasts is None else number(lasts)
        steps.append(Step((action,), False, number(time), duration, None, at, end - at))
        if not len(steps) % BETWEEN:
            checkpoint(len(steps), READ)
    if steps[0].start == 0 == steps[0].duration:
        return None
    cost_of_plan = None if cost is None else number(cost)
    return Plan(tuple(steps), PlanFormat.TIMED, cost_of_plan)


def _stated(text: str, comment: re.Match[str]) -> str | None:
    """The cost that a comment states."""
    return next((stated.value for stated in stated_cost(text, *comment.span())), None)


def _reader_of_actions(text: str) -> Callable[[str], tuple[StepKey, str | None]]:
    """Plans for one problem, read one after the other, have most actions in common. A long one
    would only drive out what is known."""
    return _known_action if len(text) < _LONG else _action


def _action(text: str) -> tuple[StepKey, str | None]:
    """Key and spelling of the action with these words."""
    lower = text.lower()
    # Equal words are one object, which keeps long plans small.
    key = tuple(map(intern, lower.split(" ")))
    return key, None if lower == text else text


_known_action = lru_cache(maxsize=4096)(_action)
