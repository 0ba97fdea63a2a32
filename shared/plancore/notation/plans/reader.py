"""Read a plan in any notation, with a finding for all text that is not a step.

`plain` is the fast path for most plans of planners.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Final

from plancore.conflict_markers import CONFLICT, conflicts
from plancore.diagnostic import Diagnostic, Severity
from plancore.model.plan import GroundAction, Plan, PlanFormat, Skipped, Step
from plancore.notation.plans.items import (
    NUMBER,
    SEVERAL_PLANS,
    ActionText,
    Error,
    Item,
    PlanBoundary,
    ReaderNote,
    Skip,
    StatedCost,
    StepText,
    decimals,
    number,
)
from plancore.notation.plans.plain import BETWEEN, READ, read_plain
from plancore.source import Span
from plancore.stop import NEVER, Checkpoint


def read_plan(text: str, checkpoint: Checkpoint = NEVER) -> tuple[Plan, tuple[Diagnostic, ...]]:
    """The plan in `text`, in any notation, and findings about errors and skipped text.

    A malformed step is an error and left out of the plan. So is a merge conflict, but the steps of
    both sides are read. Text around the plan is information. `checkpoint` may stop it.
    """
    plain = read_plain(text, checkpoint)
    if plain is not None:
        return plain, ()
    plan, findings = read_any(text, checkpoint)
    return plan, with_conflicts(text, findings)


def with_conflicts(text: str, findings: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """`findings`, with those on conflict markers replaced by one for each merge conflict."""
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


def lost_steps(
    plan: Plan, text: str, is_step: Callable[[tuple[str, ...]], bool]
) -> tuple[Diagnostic, ...]:
    """Errors about text beside the steps of a plan that names an action with its objects."""
    if not plan.skipped:
        return ()
    # Imported late, here and below: most plans have no other text.
    from plancore.notation.plans.lost import named_steps

    return tuple(named_steps(plan, text, is_step))


def unread_items(plan: Plan, text: str) -> tuple[str, ...]:
    """The sentences between the steps of a list with bullets, which may be steps."""
    if not plan.skipped:
        return ()
    from plancore.notation.plans import lost

    return tuple(lost.unread_items(plan, text))


def why_not_whole(findings: Iterable[Diagnostic]) -> Diagnostic | None:
    """The first finding that makes the plan incomplete; None if it is complete."""
    unread = (f for f in findings if f.severity is Severity.ERROR or f.code == "no-plan-found")
    return next(unread, None)


def read_any(text: str, checkpoint: Checkpoint = NEVER) -> tuple[Plan, tuple[Diagnostic, ...]]:
    """The plan and findings, without the fast path for plain texts."""
    # Imported late, here and below: most plans are plain.
    from plancore.notation.plans.scan import scan

    chosen = _CHOICE.search(text)
    reader = _Reader(text)
    read = _CHOICE.sub(lambda match: " " * len(match[0]), text) if chosen else text
    for count, item in enumerate(scan(read), 1):
        reader.take(item)
        if not count % BETWEEN:
            checkpoint(count, READ)
    plan = reader.plan(int(chosen[1]) if chosen else None)
    return plan, tuple(reader.findings)


class _Reader:
    """Collects the items of a scanner."""

    def __init__(self, text: str) -> None:
        from plancore.notation.plans.json_text import with_lines

        self._text = text
        self._lines = with_lines(text)
        self._lower = _LowerCase()
        self._formats: dict[PlanFormat, int] = {}
        self._steps: list[Step] = []
        self._costs: list[tuple[int, StatedCost]] = []
        self._divisions = Divisions(self._lines)
        self._skipped: list[Skipped] = []
        self._passed_over: Skip | None = None
        self.findings: list[Diagnostic] = []

    def take(self, item: Item) -> None:
        if isinstance(item, Skip):
            self._pass_over(item)
            return
        self._report_passed_over()
        if isinstance(item, StepText):
            step = self._step(item)
            self._divisions.step(step, item.ordinal, self._steps)
            self._steps.append(step)
            self._formats[item.format] = self._formats.get(item.format, 0) + 1
        elif isinstance(item, StatedCost):
            self._costs.append((len(self._steps), item))
        elif isinstance(item, PlanBoundary):
            self._divisions.divide(len(self._steps), sure=item.sure)
        elif isinstance(item, ReaderNote):
            self._report(item.code, item.severity, item.span, item.message)
        else:
            self._take_error(item)

    def _take_error(self, item: Error) -> None:
        self._skipped.append(Skipped(item.covers or item.span, item.message))
        self._report(item.code, Severity.ERROR, item.span, item.message)

    def _chosen(self, number: int | None) -> tuple[Step, ...]:
        """The steps of one plan: the last, or the one with a number from 1."""
        plans = self._divisions.plans(self._steps)
        self._cost = self._costs[-1][1] if self._costs else None
        if len(plans) == 1 and number in (None, 1):
            return tuple(self._steps)
        if number is not None and not 1 <= number <= len(plans):
            span = Span(0, len(self._text))
            message = f"no plan {number}: this text has {len(plans)}"
            self._report("no-plan-found", Severity.ERROR, span, message)
            return ()
        index = len(plans) - 1 if number is None else number - 1
        begin, end = plans[index]
        steps = tuple(self._steps[begin:end])
        self._cost = self._cost_of(begin, end)
        taken = "the last one" if number is None else f"plan {number}"
        message = f"{len(plans)} plans in this text: {taken} is read"
        place = Span(steps[0].span.start, steps[-1].span.end)
        self._report(SEVERAL_PLANS, Severity.INFORMATION, place, message)
        others: list[Span] = []
        for other, (first, last) in enumerate(plans):
            if other != index:
                others.append(Span(self._steps[first].span.start, self._steps[last - 1].span.end))
                self._skipped.append(Skipped(others[-1], f"plan {other + 1} of {len(plans)}"))
        self.findings = [found for found in self.findings if not _is_error_in(found, others)]
        self._skipped.sort()
        self.findings.sort(key=lambda finding: finding.span)
        return steps

    def _end(self) -> Fraction | None:
        """The end of the plan, if a planner that waits states it."""
        stated = list(_END.finditer(self._text))
        if not stated:
            return None
        begin, wait = number(stated[-1][1]), number(stated[-1][2] or "0")
        return None if begin is None or wait is None else begin + wait

    def _without_added(
        self, steps: tuple[Step, ...]
    ) -> tuple[tuple[Step, ...], tuple[tuple[int, Step], ...]]:
        """The steps without those that planners add, and the added ones with their indices."""
        added = [(index, step) for index, step in enumerate(steps) if _is_added(step)]
        if not added or len(added) == len(steps):
            return steps, ()
        for _, step in added:
            reason = f"`{step}` is added by planners"
            self._skipped.append(Skipped(step.span, reason))
            message = f"not part of the plan: {reason}"
            self._report("skipped-text", Severity.INFORMATION, step.span, message)
        numbers = {index for index, _ in added}
        kept = tuple(step for index, step in enumerate(steps) if index not in numbers)
        return kept, tuple(added)

    def _cost_of(self, begin: int, end: int) -> StatedCost | None:
        """The stated cost after a plan, or before it if no cost is after the last plan."""
        behind = any(at == len(self._steps) for at, _ in self._costs)
        place = end if behind else begin
        return next((cost for at, cost in reversed(self._costs) if at == place), None)

    def plan(self, number_of_plan: int | None = None) -> Plan:
        """The plan of all items taken; among several the last, or the one with a number from 1."""
        self._report_passed_over()
        self._report_lost()
        steps, added = self._without_added(self._chosen(number_of_plan))
        self._report_left_out(steps)
        chosen = self._format()
        if chosen is PlanFormat.TIMED and _are_counted(steps):
            chosen = PlanFormat.PDDL4J
            steps = tuple(
                replace(step, start=None, duration=None, index=index)
                for index, step in enumerate(steps)
            )
        errors = any(finding.severity is Severity.ERROR for finding in self.findings)
        if not steps and not errors:
            self._report_no_steps()
        cost = number(self._cost.value) if self._cost else None
        return Plan(steps, chosen, cost, tuple(self._skipped), self._end(), added)

    def _report_no_steps(self) -> None:
        """Report a text without steps, unless it is an empty plan."""
        from plancore.notation.plans.other_texts import (
            kind_of_text,
            states_empty_plan,
            states_no_plan,
        )

        has_none = states_no_plan(self._text)
        if has_none or (self._skipped and not states_empty_plan(self._text)):
            self.findings = [f for f in self.findings if f.code != "skipped-text"]
            message = f"no plan found: {kind_of_text(self._text)}"
            self._report("no-plan-found", Severity.ERROR, Span(0, len(self._text)), message)

    def _step(self, item: StepText) -> Step:
        start = None if item.time is None else number(item.time)
        duration = None if item.duration is None else number(item.duration)
        actions = tuple([self._action(action) for action in item.actions])
        at = item.start
        if actions and actions[0].at == at:
            at = actions[0].at  # the same object, so that it is stored once
        length = item.end - item.start
        printed = decimals(item.duration)
        index = item.ordinal if item.format is PlanFormat.INDEXED else None
        return Step(actions, item.concurrent, start, duration, index, at, length, printed)

    def _action(self, action: ActionText) -> GroundAction:
        words = action.words
        key = tuple(map(self._lower.__getitem__, words))
        spelling = None if key == words else " ".join(words)
        return GroundAction(key, action.at, action.layout, spelling)

    def _format(self) -> PlanFormat:
        """The most frequent format of steps; among equals the first."""
        return max(self._formats, key=self._formats.__getitem__, default=PlanFormat.SEQUENTIAL)

    def _pass_over(self, item: Skip) -> None:
        """Merge adjacent lines that are skipped for the same reason into one finding."""
        last = self._passed_over
        if last and last.reason == item.reason and self._adjoin(last.span, item.span):
            self._passed_over = Skip(Span(last.span.start, item.span.end), item.reason)
            return
        self._report_passed_over()
        self._passed_over = item

    def _adjoin(self, first: Span, second: Span) -> bool:
        return not self._lines[first.end : second.start].strip()

    def _report_passed_over(self) -> None:
        if not self._passed_over:
            return
        span, reason = self._passed_over
        self._skipped.append(Skipped(span, reason))
        message = f"not part of the plan: {reason}"
        self._report("skipped-text", Severity.INFORMATION, span, message)
        self._passed_over = None

    def _report_lost(self) -> None:
        """Report steps among the text that is passed over."""
        errors = [f.span.start for f in self.findings if f.severity is Severity.ERROR]
        if not self._skipped or not (self._steps or errors):
            return
        # Imported late: most plans have no other text.
        from plancore.notation.plans.lost import lost_items, lost_lines

        passed_over = [span for span, reason in self._skipped if reason == "text"]
        lost = [*lost_lines(self._lines, self._steps, passed_over)]
        errors += [error.span.start for error in lost]
        lost += lost_items(self._lines, self._steps, errors, passed_over)
        self._take_lost(lost)

    def _report_left_out(self, steps: tuple[Step, ...]) -> None:
        """Report lines that stand for further steps of the chosen plan."""
        if steps and self._skipped:
            from plancore.notation.plans.lost import left_out

            passed_over = [span for span, reason in self._skipped if reason == "text"]
            known = {f.span.start for f in self.findings if f.severity is Severity.ERROR}
            lost = left_out(self._lines, steps, passed_over)
            self._take_lost([error for error in lost if error.span.start not in known])

    def _take_lost(self, lost: list[Error]) -> None:
        if not lost:
            return
        for error in lost:
            self._take_error(error)
        places = sorted(error.span.start for error in lost)
        self.findings = [f for f in self.findings if not _is_all_lost(f, self._lines, places)]
        self._skipped.sort()
        self.findings.sort(key=lambda finding: finding.span)

    def _report(self, code: str, severity: Severity, span: Span, message: str) -> None:
        self.findings.append(Diagnostic(code, severity, span, message))


class _LowerCase(dict[str, str]):
    """Each word in lower case; shared words keep long plans small."""

    def __missing__(self, word: str) -> str:
        lower = word.lower()
        lower = self.setdefault(lower, lower)
        self[word] = lower
        return lower


_END: Final = re.compile(
    rf"^[ \t]*({NUMBER})[ \t]*:[ \t]*"
    rf"(?:@PlanEND|-+[ \t]*waiting[ \t]*-+(?:[ \t]*\[[ \t]*({NUMBER})[ \t]*\])?)",
    re.MULTILINE | re.IGNORECASE,
)
"""The lines by which kairos and ENHSP state that a plan ends after its last step."""


def _is_added(step: Step) -> bool:
    """Whether FF or an HTN planner has added the step to those of the domain."""
    if len(step.actions) != 1:
        return False
    name, *args = step.actions[0].key
    if name == "reach-goal":
        return not args
    return name.startswith(("shop_method", "__"))


def _is_all_lost(finding: Diagnostic, text: str, places: list[int]) -> bool:
    """Whether each line that is passed over is one of the lost steps that begin at `places`."""
    if finding.code != "skipped-text":
        return False
    start, end = finding.span
    n_lost = bisect_left(places, end) - bisect_left(places, start)
    return n_lost > 0 and n_lost == sum(map(bool, map(str.strip, text[start:end].splitlines())))


def _is_error_in(finding: Diagnostic, places: Sequence[Span]) -> bool:
    """Whether a finding is an error in one of some places, which are in textual order."""
    if finding.severity is not Severity.ERROR:
        return False
    number = bisect_right(places, finding.span.start, key=lambda place: place.start) - 1
    return number >= 0 and finding.span.end <= places[number].end


_CHOICE: Final = re.compile(r"^[ \t]*;+[ \t]*!plan:[ \t]*#?(\d{1,9})[ \t]*$", re.MULTILINE)
"""The choice of one of several plans: `;;!plan: 2`."""


def _are_counted(steps: tuple[Step, ...]) -> bool:
    """Whether the times in `0: (a) [0]`, `1: (b) [0]` … only number the steps, as in PDDL4J."""
    return all(
        step.start == index and step.duration == 0 and not step.decimals
        for index, step in enumerate(steps)
    )


# Divide a text into several plans: at lines that planners print between plans, and where times or
# numbers of steps start again.

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
        self._number: int | None = None
        self._undone: tuple[Fraction | int | None, Fraction | int | None, bool] | None = None
        """What is known of the plan before the last certain division."""

    def divide(self, at: int, *, sure: bool = True) -> None:
        """Record that another plan may begin after `at` steps."""
        if at:
            self._sure[at] = self._sure.get(at, False) or sure
            if sure:
                self._undone = (self._first, self._latest, self._is_counted)
                self._first = self._latest = None
                self._is_counted = True

    def step(self, step: Step, number: int | None, steps: list[Step]) -> None:
        """Process a further step, whose time or number may start again."""
        position = number if step.start is None else step.start
        if position is None:
            return
        goes_on = number is not None and self._number is not None and number == self._number + 1
        self._number = number
        if goes_on and self._undone and self._sure.pop(len(steps), False):
            # As in `1. (a)`, `Cost: 1`, `2. (b)`.
            self._first, self._latest, self._is_counted = self._undone
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
