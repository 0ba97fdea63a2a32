"""Fast reader of texts with one step per line and comments, as most planners write them:

    plan    ::= (line newline)* line
    line    ::= blanks (step blanks | comment)?
    step    ::= action | digits ("." digits)? ":" action ("[" number "]")?
    action  ::= "(" word (" " word)* ")"
    comment ::= ";" …                                   without "["

without any backslash, which may be an escape; either all steps have a time, or none.

The result is the same as that of the scanner for all notations.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from operator import gt
from sys import intern
from typing import Final

from plancore.diagnostic import Diagnostic, Severity
from plancore.model.plan import GroundAction, Plan, PlanFormat, Skipped, Step, StepKey
from plancore.notation.plans.groups import unclosed
from plancore.notation.plans.items import NUMBER, WORD, boundary, decimals, number, stated_cost
from plancore.source import Span
from plancore.stop import NEVER, Checkpoint

_NOT_PLAIN: Final = ("\\", "!plan:", "each-goal)", "method", "(__", "( __", "(!")
"""Text that plain plans do not contain: the choice of a plan, and steps added by planners."""
_WORD = rf"(?!\?){WORD}+"
_ACTION = rf"\((?!define\b){_WORD}(?: {_WORD})*\)"
_BLANKS = r"[ \t]*+"
_TIME = r"\d{1,40}+(?:\.\d{1,40}+)?"
_TIMED_ACTION = rf"{_TIME}{_BLANKS}:{_BLANKS}{_ACTION}(?:{_BLANKS}\[{_BLANKS}{NUMBER}{_BLANKS}\])?"


def _lines_of(step: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?>(?:[ \t\r\n]*+(?:{step}{_BLANKS}(?=[\r\n]|\Z)|;[^\[\r\n]*+))*)[ \t\r\n]*+",
        re.IGNORECASE,
    )


_PLAIN = _lines_of(_ACTION)
_TIMED = _lines_of(_TIMED_ACTION)
_ITEM = re.compile(r"\(([^()]*)\)|;[^\r\n]*")
_TIMED_ITEM = re.compile(
    rf"({_TIME}){_BLANKS}:{_BLANKS}\(([^()]*)\)(?:{_BLANKS}\[{_BLANKS}({NUMBER}){_BLANKS}\])?"
    r"|;[^\r\n]*",
)
BETWEEN: Final = 4_096
"""Steps between two calls of the checkpoint: some ten milliseconds."""
READ: Final = "steps read"
_ZERO = Fraction(0)
_LONG = 100_000
"""The number of characters from which a plan is long: it has thousands of actions."""


def read_plain(
    text: str, checkpoint: Checkpoint = NEVER, known: Plan | None = None, same: int = 0
) -> Plan | None:
    """The plan in a plain text; None for any other text. `checkpoint` may stop it.

    `known` is the plan in another plain text that begins with the same `same` characters: its steps
    in that part are reused.
    """
    if known is not None and known.format is PlanFormat.SEQUENTIAL:
        plan = _read_on(text, known, same, checkpoint)
        if plan is not None:
            return plan
    low = text.lower()
    if any(sign in low for sign in _NOT_PLAIN):
        return None
    if _PLAIN.fullmatch(text):
        return _read_untimed(text, checkpoint)
    return _read_timed(text, checkpoint) if _TIMED.fullmatch(text) else None


_UNCLOSED = re.compile(
    rf"(?:(?<=[\r\n])|\A){_BLANKS}(\((?:(?!define\b){_WORD}(?: {_WORD})*)?)"
    rf"{_BLANKS}(?:;[^\[\r\n]*+)?(?=[\r\n]|\Z)",
    re.IGNORECASE,
)


def read_half_typed(
    text: str, known: Plan | None, same: int, checkpoint: Checkpoint = NEVER
) -> tuple[Plan, tuple[Diagnostic, ...]] | None:
    """The plan in a text that is plain except for one step without its `)`, as during typing; None
    for any other text. `known` and `same` are as in `read_plain`."""
    line = max(text.rfind("\n", 0, same), text.rfind("\r", 0, same)) + 1
    half = _UNCLOSED.match(text, line) or _UNCLOSED.search(text)
    if half is None or any(sign in half[0].lower() for sign in _NOT_PLAIN):
        return None
    start, end = half.span(1)
    rest = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    plan = read_plain(rest, checkpoint, known, min(same, start))
    if plan is None or not plan.steps or plan.format is not PlanFormat.SEQUENTIAL:
        return None
    error = unclosed(Span(start, end))
    finding = Diagnostic(error.code, Severity.ERROR, error.span, error.message)
    return replace(plan, skipped=(Skipped(error.span, error.message),)), (finding,)


def _read_on(text: str, known: Plan, same: int, checkpoint: Checkpoint) -> Plan | None:
    """The plan in a text whose first steps are known; None if `known` cannot be reused."""
    start = max(text.rfind("\n", 0, same), text.rfind("\r", 0, same)) + 1
    if any(skipped.span.start < start for skipped in known.skipped):
        return None
    behind = text[start:].lower()
    if any(sign in behind for sign in _NOT_PLAIN) or not _PLAIN.fullmatch(text, start):
        return None
    steps = list(known.steps[: bisect_left(known.steps, start, key=lambda step: step.at)])
    cost: str | None = None
    for comment in _COMMENT_LINE.finditer(text, 0, start):
        cost = _stated(text, comment) or cost
        if boundary(text, *comment.span()) is not None:
            return None  # the full reader decides whether there are several plans
    return _read_untimed(text, checkpoint, steps, start, cost)


_COMMENT_LINE: Final = re.compile(r";[^\r\n]*")


def _read_untimed(
    text: str,
    checkpoint: Checkpoint,
    steps: list[Step] | None = None,
    start: int = 0,
    cost: str | None = None,
) -> Plan | None:
    """The plan from `start` on, after `steps` and `cost`; None if they may be several plans, or
    none is stated."""
    steps = [] if steps is None else steps
    divided = 0
    action_of = _reader_of_actions(text)
    for item in _ITEM.finditer(text, start):
        words = item[1]
        if words is None:
            cost = _stated(text, item) or cost
            if steps and boundary(text, *item.span()) is not None:
                divided = divided or len(steps)
            continue
        key, spelling = action_of(words)
        at, end = item.span()
        action = GroundAction(key, at, None, spelling)
        steps.append(Step((action,), False, None, None, None, at, end - at))
        if not len(steps) % BETWEEN:
            checkpoint(len(steps), READ)
    if 0 < divided < len(steps):
        return None
    if not steps and text and not text.isspace():
        # Imported late, as most plans have steps.
        from plancore.notation.plans.other_texts import states_no_plan

        if states_no_plan(text):
            return None  # the full reader reports it
    return Plan(tuple(steps), cost=None if cost is None else number(cost))


def _begins_again(starts: list[Fraction]) -> bool:
    """Whether the first time occurs again after later ones."""
    latest = starts[0]
    for start in starts:
        if latest > starts[0] == start:
            return True
        latest = max(latest, start)
    return False


def _read_timed(text: str, checkpoint: Checkpoint) -> Plan | None:
    """The timed plan; None if the times may be step numbers, or there may be several plans."""
    steps: list[Step] = []
    times: list[str] = []
    divided = 0
    cost: str | None = None
    action_of = _reader_of_actions(text)
    for item in _TIMED_ITEM.finditer(text):
        time, words, lasts = item.groups()
        if words is None:
            cost = _stated(text, item) or cost
            if steps and boundary(text, *item.span()) is not None:
                divided = divided or len(steps)
            continue
        key, spelling = action_of(words)
        at, end = item.span()
        action = GroundAction(key, item.start(2) - 1, None, spelling)
        duration, printed = (None, 0) if lasts is None else _length(lasts)
        times.append(time)
        steps.append(Step((action,), False, number(time), duration, None, at, end - at, printed))
        if not len(steps) % BETWEEN:
            checkpoint(len(steps), READ)
    if steps[0].start == 0 == steps[0].duration or 0 < divided < len(steps):
        return None
    # Floats, which preserve the order, are compared much faster than fractions.
    starts = list(map(float, times))
    if any(map(gt, starts, starts[1:])) and _begins_again([s.start or _ZERO for s in steps]):
        return None
    cost_of_plan = None if cost is None else number(cost)
    return Plan(tuple(steps), PlanFormat.TIMED, cost_of_plan)


@lru_cache(maxsize=8192)
def _length(text: str) -> tuple[Fraction | None, int]:
    """A duration and its number of decimals."""
    return number(text), decimals(text)


def _stated(text: str, comment: re.Match[str]) -> str | None:
    return next((stated.value for stated in stated_cost(text, *comment.span())), None)


def _reader_of_actions(text: str) -> Callable[[str], tuple[StepKey, str | None]]:
    """The cached reader for plans of one problem, which share most actions. A long plan is not
    cached, because it would evict the others."""
    return _known_action if len(text) < _LONG else _action


def _action(text: str) -> tuple[StepKey, str | None]:
    lower = text.lower()
    # Interned words keep long plans small.
    key = tuple(map(intern, lower.split(" ")))
    return key, None if lower == text else text


_known_action = lru_cache(maxsize=4096)(_action)
