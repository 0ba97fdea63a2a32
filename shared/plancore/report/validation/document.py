"""A validation as a document: a line for each plan."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar, Final

from plancore.phrases import count_of
from plancore.report.document import Block, Code, Detail, Document, Paragraph
from plancore.report.files import LineColumn, place_piece, short
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.simulate.atoms import Value, show_value
from plancore.simulate.trace import Verdict
from plancore.simulate.validate import ExecutionDetails, PlanVerdict, ReportedCondition, StateChange

_WORST_FIRST: Final = (Verdict.INVALID, Verdict.MALFORMED, Verdict.UNDECIDED, Verdict.VALID)


def document(validation: Validation, detail: Detail) -> Document:
    """A line for each plan, on request with the changes of its steps, and the counts. A page on a
    single plan has all about its execution."""
    plans = validation.plans
    if detail is Detail.FULL and len(plans) == 1 and (execution := plans[0].execution) is not None:
        from plancore.report.validation.page import blocks, verdict_tone

        plan = plans[0]
        # The title has the name.
        lines = (text.removeprefix(f"{plan.plan}: ") for text in _lines(plan))
        said = [line(Piece(visible(text), verdict_tone(plan))) for text in lines]
        title = line(Piece(visible(plan.plan), Tone.TITLE))
        return Document("Execution", title, [Paragraph(said), *blocks(plan, execution)])
    if validation.is_brief and detail is not Detail.FULL:
        worst = sorted(plans, key=lambda plan: _WORST_FIRST.index(plan.verdict))
        plans = tuple(plan for plan in worst if plan.verdict is not Verdict.VALID)
    return Document("Validation", (), _blocks(validation, plans))


def _blocks(validation: Validation, listed: Sequence[PlanVerdict]) -> Iterator[Block]:
    for has_execution, plans in groupby(listed, lambda plan: plan.execution is not None):
        if not has_execution:
            yield Paragraph([line(text) for plan in plans for text in _lines(plan)])
            continue
        for plan in plans:
            yield Paragraph([line(text) for text in _lines(plan)])
            if plan.execution is not None:
                yield Code(list(_execution(plan, plan.execution)), is_difference=True)
    if len(validation.plans) > 1 or not listed:
        yield Paragraph([line(headline(validation))])


def _lines(plan: PlanVerdict) -> Iterator[str]:
    yield _line(plan)
    for remark in plan.remarks:
        yield f"  note: {remark}"


def _line(plan: PlanVerdict) -> str:
    head = f"{plan.plan}: {plan.verdict}"
    if plan.verdict is Verdict.VALID:
        return f"{head} ({count_of(plan.steps, 'step')}, cost {number(plan.cost)})"
    if plan.failing_step is not None:
        head += f" at step {plan.failing_step}"
    if plan.failing_time is not None:
        head += f", time {show_value(plan.failing_time)}"
    return f"{head}: {plan.reason or ''}"


def _execution(plan: PlanVerdict, execution: ExecutionDetails) -> Iterator[Line]:
    """Each step with its changes, or its conditions if it fails; the goals and causal links."""

    def of_step(text: str, numbers: Sequence[int]) -> Line:
        """A line with the position of the step in the file."""
        where = [LineColumn(plan.plan, *execution.places[number - 1]) for number in numbers[:1]]
        return line(text, *(piece for at in where for piece in ("  ", place_piece(short(at), at))))

    for change in execution.trace:
        heading, *changes = _change(change)
        yield of_step(heading, change.steps)
        yield from map(line, changes)
    run = {number for change in execution.trace for number in change.steps}
    for number, step in enumerate(execution.steps, start=1):
        if number not in run:
            fails = number == plan.failing_step
            state = "fails" if fails else "not executed"
            yield of_step(f"  {number}  {' '.join(map(str, step.actions))}  {state}", [number])
            yield from map(_condition, execution.conditions if fails else ())
    if execution.goals:
        n_reached = sum(each.holds for each in execution.goals)
        yield line(f"  goals: {n_reached} of {len(execution.goals)}")
        yield from map(_condition, execution.goals)
    for link in execution.causal_links:
        producer = f"step {link.producer}" if link.producer else "initially"
        consumer = "the goal" if link.consumer is None else f"step {link.consumer}"
        yield line(f"  link  {producer} → {link.literal} → {consumer}")
    if execution.unneeded_steps:
        yield line(f"  unneeded  {', '.join(map(str, execution.unneeded_steps))}")


def _condition(condition: ReportedCondition) -> Line:
    """A condition with what made it true or false."""
    cause = f"  {condition.cause}" if condition.cause else ""
    return line(f"      {'✓' if condition.holds else '✗'} {condition.text}{cause}")


def _change(change: StateChange) -> Iterator[str]:
    when = ", ".join(map(str, change.steps)) or "–"
    if change.time is not None:
        when += f"  {show_value(change.time)}:"
    yield f"  {when}  {' '.join(change.actions) or '(timed facts)'}"
    yield from (f"      + {atom}" for atom in change.added)
    yield from (f"      - {atom}" for atom in change.deleted)
    yield from (f"      {fluent} = {show_value(value)}" for fluent, value in change.values.items())


def headline(validation: Validation) -> str:
    """The number of plans by verdict."""
    counts = {verdict: validation.count(verdict) for verdict in Verdict}
    parts = [f"{count} {verdict}" for verdict, count in counts.items() if count]
    return f"{count_of(len(validation.plans), 'plan')}: {', '.join(parts)}"


# The results of a validation, as plain data that is sent between processes.


@dataclass(frozen=True, slots=True)
class Validation:
    """All plans in the order given, and a line for each error."""

    kind: ClassVar[str] = "validation"

    plans: tuple[PlanVerdict, ...]
    problems: tuple[str, ...]
    is_brief: bool = False
    """Whether a text lists only plans that are not valid, invalid ones first."""

    @property
    def status(self) -> int:
        """The exit status: 0 if all plans are valid, 1 if not, 2 if some were not judged."""
        verdicts = {outcome.verdict for outcome in self.plans}
        if self.problems or Verdict.UNDECIDED in verdicts:
            return 2
        return 0 if verdicts <= {Verdict.VALID} else 1

    def count(self, verdict: Verdict) -> int:
        """The number of plans with this verdict."""
        return sum(outcome.verdict is verdict for outcome in self.plans)


def number(value: Value | None) -> str:
    """A number for a report; a dash for an undefined one."""
    return "–" if value is None else show_value(value)
