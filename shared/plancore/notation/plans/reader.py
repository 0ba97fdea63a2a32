"""From any plan text to a plan, with a finding for everything that gave no step.

Texts with one step a line and nothing but comments beside: what most planners write.

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
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from sys import intern
from typing import Final

from plancore.conflict_markers import CONFLICT, conflicts
from plancore.diagnostic import Diagnostic, Severity
from plancore.model.plan import GroundAction, Plan, PlanFormat, Skipped, Step, StepKey
from plancore.notation.plans.items import (
    NUMBER,
    WORD,
    ActionText,
    Item,
    ReaderNote,
    Skip,
    StatedCost,
    StepText,
    decimals,
    number,
    stated_cost,
)
from plancore.notation.plans.scan import scan
from plancore.source import Span
from plancore.stop import NEVER, Checkpoint


def read_plan(text: str, checkpoint: Checkpoint = NEVER) -> tuple[Plan, tuple[Diagnostic, ...]]:
    """The plan in `text`, whatever its notation, and what is wrong or passed over in it.

    A malformed step is an error and gives no step, and so is a merge conflict, of which both sides
    are read; text around the plan is information. `checkpoint` may end it.
    """
    plain = read_plain(text, checkpoint)
    if plain is not None:
        return plain, ()
    plan, findings = read_any(text, checkpoint)
    return plan, _with_conflicts(text, findings)


def _with_conflicts(text: str, findings: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """`findings`, with those on conflict markers said as what they are."""
    unmerged = conflicts(text)
    if not unmerged:
        return findings
    markers = {marker for conflict in unmerged for marker in conflict.markers}
    others = (
        f for f in findings if not any(line.start <= f.span.start <= line.end for line in markers)
    )
    said = (
        Diagnostic(CONFLICT, Severity.ERROR, conflict.markers[0], conflict.message)
        for conflict in unmerged
    )
    return tuple(sorted((*others, *said), key=lambda finding: finding.span))


def why_not_whole(findings: Iterable[Diagnostic]) -> Diagnostic | None:
    """The first of the findings for which the plan is not all that its text says; None if it is."""
    unread = (f for f in findings if f.severity is Severity.ERROR or f.code == "no-plan-found")
    return next(unread, None)


def read_any(text: str, checkpoint: Checkpoint = NEVER) -> tuple[Plan, tuple[Diagnostic, ...]]:
    """The same, without the short cut for plain texts."""
    reader = _Reader(text)
    for count, item in enumerate(scan(text), 1):
        reader.take(item)
        if not count % BETWEEN:
            checkpoint(count, READ)
    return reader.plan(), tuple(reader.findings)


class _Reader:
    """Collects the items of a scanner."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lower = _LowerCase()
        self._formats: dict[PlanFormat, int] = {}
        self._cost: StatedCost | None = None
        self._steps: list[Step] = []
        self._skipped: list[Skipped] = []
        self._passed_over: Skip | None = None
        self.findings: list[Diagnostic] = []

    def take(self, item: Item) -> None:
        """Add one item."""
        if isinstance(item, Skip):
            self._pass_over(item)
            return
        self._report_passed_over()
        if isinstance(item, StepText):
            self._steps.append(self._step(item))
            self._formats[item.format] = self._formats.get(item.format, 0) + 1
        elif isinstance(item, StatedCost):
            self._cost = item
        elif isinstance(item, ReaderNote):
            self._report(item.code, item.severity, item.span, item.message)
        else:
            self._skipped.append(Skipped(item.covers or item.span, item.message))
            self._report(item.code, Severity.ERROR, item.span, item.message)

    def plan(self) -> Plan:
        """The plan of all items taken."""
        self._report_passed_over()
        steps = tuple(self._steps)
        chosen = self._format()
        if chosen is PlanFormat.TIMED and _are_counted(steps):
            chosen = PlanFormat.PDDL4J
            steps = tuple(
                replace(step, start=None, duration=None, index=index)
                for index, step in enumerate(steps)
            )
        errors = any(finding.severity is Severity.ERROR for finding in self.findings)
        if self._skipped and not steps and not errors:
            self.findings = [f for f in self.findings if f.code != "skipped-text"]
            span = Span(0, len(self._text))
            message = "no plan found: the text has no steps"
            self._report("no-plan-found", Severity.ERROR, span, message)
        cost = number(self._cost.value) if self._cost else None
        return Plan(steps, chosen, cost, tuple(self._skipped))

    def _step(self, item: StepText) -> Step:
        start = None if item.time is None else number(item.time)
        duration = None if item.duration is None else number(item.duration)
        actions = tuple([self._action(action) for action in item.actions])
        at = item.start
        if actions and actions[0].at == at:
            at = actions[0].at  # the same object, so that it is kept once
        length = item.end - item.start
        printed = decimals(item.duration)
        return Step(actions, item.concurrent, start, duration, item.ordinal, at, length, printed)

    def _action(self, action: ActionText) -> GroundAction:
        words = action.words
        key = tuple(map(self._lower.__getitem__, words))
        spelling = None if key == words else " ".join(words)
        return GroundAction(key, action.at, action.layout, spelling)

    def _format(self) -> PlanFormat:
        """The format of most steps, the first of these when several are as frequent."""
        return max(self._formats, key=self._formats.__getitem__, default=PlanFormat.SEQUENTIAL)

    def _pass_over(self, item: Skip) -> None:
        """Lines that are skipped for the same reason one after the other are one finding."""
        last = self._passed_over
        if last and last.reason == item.reason and self._adjoin(last.span, item.span):
            self._passed_over = Skip(Span(last.span.start, item.span.end), item.reason)
            return
        self._report_passed_over()
        self._passed_over = item

    def _adjoin(self, first: Span, second: Span) -> bool:
        return not self._text[first.end : second.start].strip()

    def _report_passed_over(self) -> None:
        if not self._passed_over:
            return
        span, reason = self._passed_over
        self._skipped.append(Skipped(span, reason))
        message = f"not part of the plan: {reason}"
        self._report("skipped-text", Severity.INFORMATION, span, message)
        self._passed_over = None

    def _report(self, code: str, severity: Severity, span: Span, message: str) -> None:
        self.findings.append(Diagnostic(code, severity, span, message))


class _LowerCase(dict[str, str]):
    """Each word in lower case; equal words are one object, which keeps long plans small."""

    def __missing__(self, word: str) -> str:
        lower = word.lower()
        lower = self.setdefault(lower, lower)
        self[word] = lower
        return lower


def _are_counted(steps: tuple[Step, ...]) -> bool:
    """Whether `0: (a) [0]`, `1: (b) [0]` … number the steps, as PDDL4J does, and time nothing."""
    return all(step.start == index and step.duration == 0 for index, step in enumerate(steps))


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
        printed = decimals(lasts)
        steps.append(Step((action,), False, number(time), duration, None, at, end - at, printed))
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
