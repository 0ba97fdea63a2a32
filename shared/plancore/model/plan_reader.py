"""From any plan text to a plan, with a finding for everything that gave no step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from plancore.diagnostic import Diagnostic, Severity
from plancore.model.plan import GroundAction, Plan, Skipped, Step
from plancore.source import Span
from plancore.syntax.plans.items import (
    ActionText,
    Cost,
    Item,
    PlanFormat,
    Remark,
    Skip,
    StepText,
)
from plancore.syntax.plans.scan import scan
from plancore.syntax.plans.words import number


def read_plan(text: str) -> tuple[Plan, tuple[Diagnostic, ...]]:
    """The plan in `text`, whatever its notation, and what is wrong or passed over in it.

    A malformed step is an error and gives no step; text around the plan is information.
    """
    reader = _Reader(text)
    for item in _merged(text, scan(text)):
        reader.take(item)
    return reader.plan(), tuple(reader.findings)


class _Reader:
    """Collects the items of a scanner; each word is kept once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._words: dict[str, str] = {}
        self._times: dict[str, object] = {}
        self._formats: dict[PlanFormat, int] = {}
        self._cost: Cost | None = None
        self._steps: list[Step] = []
        self._skipped: list[Skipped] = []
        self.findings: list[Diagnostic] = []

    def take(self, item: Item) -> None:
        """Add one item."""
        if isinstance(item, StepText):
            self._steps.append(self._step(item))
            self._formats[item.format] = self._formats.get(item.format, 0) + 1
        elif isinstance(item, Cost):
            self._cost = item
        elif isinstance(item, Skip):
            self._skipped.append(Skipped(item.span, item.reason))
            message = f"Not part of the plan: {item.reason}"
            self._report("skipped-text", Severity.INFORMATION, item.span, message)
        elif isinstance(item, Remark):
            self._report(item.code, Severity.WARNING, item.span, item.message)
        else:
            self._skipped.append(Skipped(item.span, item.message))
            self._report(item.code, Severity.ERROR, item.span, item.message)

    def plan(self) -> Plan:
        """The plan of all items taken."""
        steps = tuple(self._steps)
        chosen = self._format()
        if chosen is PlanFormat.TIMED and _counts_steps(steps):
            chosen = PlanFormat.PDDL4J
            steps = tuple(
                replace(step, start=None, duration=None, index=index)
                for index, step in enumerate(steps)
            )
        if not steps and self._skipped and all(f.severity > 1 for f in self.findings):
            span = Span(0, len(self._text))
            self._report("no-plan-found", Severity.WARNING, span, "No step of a plan in this text")
        cost = number(self._cost.value) if self._cost else None
        return Plan(steps, chosen, cost, tuple(self._skipped))

    def _step(self, item: StepText) -> Step:
        start = None if item.time is None else number(item.time)
        duration = None if item.duration is None else number(item.duration)
        actions = tuple(self._action(action) for action in item.actions)
        at = item.start
        if actions and actions[0].at == at:
            at = actions[0].at  # the same object, so that it is kept once
        length = item.end - item.start
        return Step(actions, item.concurrent, start, duration, item.ordinal, at, length)

    def _action(self, action: ActionText) -> GroundAction:
        words = self._words
        lowered = []
        as_written = True
        for word in action.words:
            lower = words.get(word)
            if lower is None:
                lower = word.lower()
                lower = words.setdefault(lower, lower)
                words[word] = lower
            as_written = as_written and lower == word
            lowered.append(lower)
        spelling = None if as_written else " ".join(action.words)
        name, *args = lowered
        return GroundAction(name, tuple(args), action.at, action.layout, spelling)

    def _format(self) -> PlanFormat:
        if not self._formats:
            return PlanFormat.SEQUENTIAL
        most = max(self._formats.values())
        return next(chosen for chosen, count in self._formats.items() if count == most)

    def _report(self, code: str, severity: Severity, span: Span, message: str) -> None:
        self.findings.append(Diagnostic(code, severity, span, message))


def _counts_steps(steps: tuple[Step, ...]) -> bool:
    """Whether `0: (a) [0]`, `1: (b) [0]` … number the steps, as PDDL4J does, and time nothing."""
    return all(step.start == index and step.duration == 0 for index, step in enumerate(steps))


def _merged(text: str, items: Iterator[Item]) -> Iterator[Item]:
    """The items with neighbouring skipped lines made one."""
    held: Skip | None = None
    for item in items:
        if not isinstance(item, Skip):
            if held:
                yield held
            held = None
            yield item
        elif held and held.reason == item.reason and _adjoin(text, held.span, item.span):
            held = Skip(Span(held.span.start, item.span.end), item.reason)
        else:
            if held:
                yield held
            held = item
    if held:
        yield held


def _adjoin(text: str, first: Span, second: Span) -> bool:
    return not text[first.end : second.start].strip()
