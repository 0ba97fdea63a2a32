"""Validation: read a plan in any notation, execute it, and report the verdict with its reasons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Final

from plancore.diagnostic import Diagnostic, Severity
from plancore.model.plan import DEFAULT_TOLERANCES, GroundAction, Plan, Step, Tolerances
from plancore.notation.plans.items import SEVERAL_PLANS
from plancore.notation.plans.reader import lost_steps, read_plan, unread_items
from plancore.phrases import count_of
from plancore.simulate.atoms import Value, show, show_value
from plancore.simulate.causal_links import causal_links, is_durative, unneeded_steps
from plancore.simulate.execute import execute, execute_stepwise
from plancore.simulate.explain import ConditionReport, explain_goal, explain_step, why
from plancore.simulate.ground import Misuse
from plancore.simulate.state import Delta, State
from plancore.simulate.task import Task
from plancore.simulate.trace import Trace, Verdict
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint

_MOST_UNREAD: Final = 3
"""The most sentences between steps that a verdict names."""


@dataclass(frozen=True, slots=True)
class StateChange:
    """The changes of one step, or of one happening of a timed plan. `steps` are the numbers of the
    steps that happened, in textual order."""

    steps: tuple[int, ...]
    actions: tuple[str, ...]
    time: Fraction | None
    added: tuple[str, ...]
    deleted: tuple[str, ...]
    values: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class ReportedLink:
    """A causal link. Steps count from 1 in textual order, as everywhere. The initial state is step
    0, the goal None."""

    producer: int
    literal: str
    consumer: int | None


@dataclass(frozen=True, slots=True)
class ReportedCondition:
    """A conjunct of the precondition of the failing step, or of the goal, in the last state.
    `cause` explains its value. `step` made it true or false; `remedy` is a later step of the plan
    that would make it true. `atom` is None if the condition is not a literal."""

    text: str
    holds: bool
    cause: str
    step: int | None = None
    remedy: int | None = None
    atom: str | None = None
    positive: bool = True


@dataclass(frozen=True, slots=True)
class ExecutionDetails:
    """The execution of a plan: its changes, causal links, and the steps that no goal depends on.

    Unneeded steps are None for plans with durative actions and for plans that were not executed
    completely. `conditions` are those of the failing step. `steps` are all steps of the plan in
    textual order, and `places` where they begin: line and column, counted from 1. On request,
    `initial` are the facts of the initial state that an action may change, `static` the other ones,
    and `values` its numeric values; otherwise they are empty.
    """

    trace: tuple[StateChange, ...]
    causal_links: tuple[ReportedLink, ...]
    unneeded_steps: tuple[int, ...] | None
    conditions: tuple[ReportedCondition, ...]
    goals: tuple[ReportedCondition, ...]
    steps: tuple[Step, ...]
    places: tuple[tuple[int, int], ...]
    initial: tuple[str, ...]
    static: tuple[str, ...]
    values: Mapping[str, Value]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanVerdict:
    """The verdict on one plan, and its reasons. Steps count from 1."""

    plan: str
    verdict: Verdict
    failing_step: int | None = None
    failing_time: Fraction | None = None
    reason: str | None = None
    unsatisfied: tuple[str, ...] = ()
    unreached_goals: tuple[str, ...] = ()
    cost: Value | None = None
    steps: int
    is_readable: bool = True
    """Whether all steps could be read."""
    remarks: tuple[str, ...] = ()
    """Assumptions, each a clause: rounded durations, the choice among several plans, and
    sentences in a list of steps."""
    execution: ExecutionDetails | None = None


def validate_text(
    task: Task,
    text: str,
    name: str,
    *,
    trace: bool = False,
    has_states: bool = False,
    tolerances: Tolerances = DEFAULT_TOLERANCES,
    like_val: bool = False,
    checkpoint: Checkpoint = NEVER,
) -> PlanVerdict:
    """Read a plan in any notation and execute it. An unreadable step is malformed. With `trace` the
    result has the execution, with `has_states` also the initial state. Raises what `checkpoint`
    raises."""
    plan, findings = read_plan(text, checkpoint)
    lost = lost_steps(plan, text, lambda words: _is_step(task, words))
    findings = tuple(sorted((*findings, *lost), key=lambda found: found.span))
    step, reason = _broken_step(plan, findings, text)
    chosen = tuple(f.message for f in findings if f.code == SEVERAL_PLANS)
    unread = unread_items(plan, text)[:_MOST_UNREAD]
    remarks = (*chosen, *(f"`{item}` is not read as a step" for item in unread))
    malformed = partial(
        PlanVerdict,
        plan=name,
        verdict=Verdict.MALFORMED,
        steps=len(plan),
        is_readable=False,
        remarks=remarks,
    )
    if reason is not None and step is None:
        return malformed(reason=reason)
    run = execute(task, plan, tolerances=tolerances, like_val=like_val, checkpoint=checkpoint)
    if step is not None:
        if run.malformed and run.malformed[0].step < step:
            step, reason = run.malformed[0].step, run.malformed[0].misuse.message
        return malformed(failing_step=step, reason=reason)
    return PlanVerdict(
        plan=name,
        verdict=run.verdict,
        steps=len(plan),
        failing_step=run.failing_step,
        failing_time=run.failing_time,
        reason=why(run),
        unsatisfied=run.unsatisfied,
        unreached_goals=run.unreached,
        cost=run.cost,
        remarks=(*remarks, *rounding(run)),
        execution=_execution(run, text, has_states, checkpoint) if trace else None,
    )


def rounding(run: Trace) -> Iterator[str]:
    """A clause about the rounded durations of a plan, if there are any, and one about the other
    tolerances that decide."""
    if run.rounded:
        first = run.rounded[0]
        are = "was" if len(run.rounded) == 1 else "were"
        yield (
            f"{count_of(len(run.rounded), 'duration')} {are} rounded: step {first.step} has "
            f"{show_value(first.printed)} for {first.wanted}"
        )
    if run.exactly is not None:
        yield f"rounding decides: {without_tolerance(run.exactly)}"


def without_tolerance(exactly: Trace) -> str:
    """The result of a plan without the tolerances that decided: a clause."""
    at = exactly.failing_step
    where = "" if at is None else f" at step {at}"
    reason = why(exactly)
    if exactly.verdict is Verdict.VALID:
        cost = "" if exactly.cost is None else f", cost {show_value(exactly.cost)}"
        return f"with exact numbers and times the plan is valid{cost}"
    return f"with exact numbers and times the plan is {exactly.verdict}{where}: {reason}"


def _is_step(task: Task, words: tuple[str, ...]) -> bool:
    return task.action(words[0]) is not None and type(task.bind(GroundAction(words))) is not Misuse


def _broken_step(
    plan: Plan, findings: tuple[Diagnostic, ...], text: str
) -> tuple[int | None, str | None]:
    """The number of the first unreadable step and the reason; no number for a text without plan."""
    for finding in findings:
        if finding.code in ("no-plan-found", "not-a-plan"):
            return None, finding.message
        if finding.severity is Severity.ERROR:
            where = SourceText(text).label(finding.span.start)
            before = sum(step.at < finding.span.start for step in plan.steps)
            return before + 1, f"{where}: {finding.message}"
    return None, None


def _execution(run: Trace, text: str, has_states: bool, checkpoint: Checkpoint) -> ExecutionDetails:
    if run.malformed:
        # Steps before the malformed one can be executed if they do not overlap.
        run = execute_stepwise(run.task, run.plan, checkpoint=checkpoint)
    goal = len(run.plan) + 1
    links = tuple(
        ReportedLink(
            link.producer, str(link.literal), None if link.consumer == goal else link.consumer
        )
        for link in causal_links(run)
    )
    unneeded = unneeded_steps(run) if run.executable and not is_durative(run) else None
    # Omit them by default: with many plans the same facts would be stored for each.
    source, initial = SourceText(text), run.states.initial if has_states else State(frozenset())
    positions = (source.position(step.at) for step in run.plan.steps)
    return ExecutionDetails(
        _changes(run),
        links,
        unneeded,
        tuple(map(_condition, _of_failing_step(run))),
        tuple(map(_condition, explain_goal(run))) if run.has_run else (),
        run.plan.steps,
        tuple((line + 1, column + 1) for line, column in positions),
        tuple(sorted(map(show, initial.dynamic))),
        tuple(sorted(map(show, initial.static))),
        dict(sorted((show(fluent), value) for fluent, value in initial.values.items())),
    )


def _of_failing_step(run: Trace) -> Iterator[ConditionReport]:
    """The conjuncts of the precondition of the failing step, if there is one."""
    if run.failure is not None and run.failure.step is not None:
        for report in explain_step(run, run.failure.step):
            yield from report.conditions


def _condition(report: ConditionReport) -> ReportedCondition:
    literal, cause = report.literal, report.cause
    return ReportedCondition(
        report.text,
        report.holds,
        report.told,
        cause.step,
        cause.remedy,
        None if literal is None else show(literal.atom),
        literal is None or literal.positive,
    )


def _changes(run: Trace) -> tuple[StateChange, ...]:
    if run.happenings:
        return tuple(
            _change(
                delta,
                tuple(p.step for p in happening.points),
                tuple(f"{p.action} {p.moment}".rstrip() for p in happening.points),
                happening.time,
            )
            for happening, delta in zip(run.happenings, run.states.deltas, strict=True)
        )
    return tuple(
        _change(delta, (number,), tuple(map(str, step.actions)), None)
        for number, (step, delta) in enumerate(
            zip(run.plan.steps, run.states.deltas, strict=False), start=1
        )
    )


def _change(
    delta: Delta, steps: tuple[int, ...], actions: tuple[str, ...], time: Fraction | None
) -> StateChange:
    return StateChange(
        steps,
        actions,
        time,
        tuple(sorted(map(show, delta.added))),
        tuple(sorted(map(show, delta.deleted))),
        dict(sorted((show(fluent), value) for fluent, value in delta.values)),
    )
