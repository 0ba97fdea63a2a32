"""From any plan text to a plan, with a finding for everything that gave no step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from plancore.conflict_markers import CONFLICT, conflicts
from plancore.diagnostic import Diagnostic, Severity
from plancore.model.plan import GroundAction, Plan, PlanFormat, Skipped, Step
from plancore.notation.plans.items import ActionText, Cost, Item, Note, Skip, StepText
from plancore.notation.plans.plain import BETWEEN, READ, read_plain
from plancore.notation.plans.scan import scan
from plancore.notation.plans.words import number
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
        self._cost: Cost | None = None
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
        elif isinstance(item, Cost):
            self._cost = item
        elif isinstance(item, Note):
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
            message = "This text is no plan: there is no step in it"
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
        return Step(actions, item.concurrent, start, duration, item.ordinal, at, length)

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
        message = f"Not part of the plan: {reason}"
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
