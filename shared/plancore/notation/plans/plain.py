"""Texts with one step a line and nothing but comments beside: what most planners write.

plan    ::= (line newline)* line
line    ::= blanks (step blanks | comment)?
step    ::= "(" word (" " word)* ")"
comment ::= ";" …                                   without "["

without any backslash, which may be an escape.

They are read at once, without a look at what else a text might be. The answer is that of the
scanner for all notations.
"""

from __future__ import annotations

import re
from functools import lru_cache
from sys import intern

from plancore.model.plan import GroundAction, Plan, Step, StepKey
from plancore.notation.plans.words import WORD, number, stated_cost

_WORD = rf"(?!\?){WORD}+"
_PLAIN = re.compile(
    rf"(?:[ \t\r\n]*+(?:\((?!define\b){_WORD}(?: {_WORD})*+\)[ \t]*+(?=[\r\n]|\Z)|;[^\[\r\n]*+))*+"
    r"[ \t\r\n]*+",
    re.IGNORECASE,
)
_ITEM = re.compile(r"\(([^()]*)\)|;[^\r\n]*")
_LONG = 100_000
"""Characters: so long a plan has thousands of actions."""


def read_plain(text: str) -> Plan | None:
    """The plan in a plain text; None for any other text."""
    if "\\" in text or not _PLAIN.fullmatch(text):
        return None
    steps: list[Step] = []
    cost: str | None = None
    # Plans for one problem, read one after the other, have most actions in common. A long one would
    # only drive out what is known.
    action_of = _known_action if len(text) < _LONG else _action
    for item in _ITEM.finditer(text):
        words = item[1]
        if words is None:
            for stated in stated_cost(text, *item.span()):
                cost = stated.value
            continue
        key, spelling = action_of(words)
        at, end = item.span()
        action = GroundAction(key, at, None, spelling)
        steps.append(Step((action,), False, None, None, None, at, end - at))
    return Plan(tuple(steps), cost=None if cost is None else number(cost))


def _action(text: str) -> tuple[StepKey, str | None]:
    """Key and spelling of the action with these words."""
    lower = text.lower()
    # Equal words are one object, which keeps long plans small.
    key = tuple(map(intern, lower.split(" ")))
    return key, None if lower == text else text


_known_action = lru_cache(maxsize=4096)(_action)
