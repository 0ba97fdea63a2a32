"""Cached executions of plan files, valid while plan, domain and problem are unchanged."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from typing import Final, NamedTuple

from plancore.diagnostic import Severity
from plancore.memo import Key
from plancore.model.plan import DEFAULT_TOLERANCES, Plan, Tolerances
from plancore.project import DomainLink, PlanSnapshot, ProblemLink
from plancore.simulate.execute import execute
from plancore.simulate.task import Task
from plancore.simulate.trace import StepMisuse, Trace
from plancore.stop import NEVER, Checkpoint

MAX_BINDINGS: Final = 2_000_000
"""The maximum number of bindings tried for a plan while you type; about a second of work."""


class PlanRun(NamedTuple):
    """The execution of a plan file. `complete` is False if `trace` ends before an unreadable or
    malformed step: then the end of the plan is not known."""

    trace: Trace
    complete: bool = True


def task_of(domain: DomainLink, problem: ProblemLink, checkpoint: Checkpoint = NEVER) -> Task:
    """The task of a domain and a problem, cached while they are unchanged. Raises what `checkpoint`
    raises."""
    definition, stated = domain.definition, problem.definition
    key = _task_key(domain.file.name, definition.name)

    def make() -> Task:
        stated.read_facts(checkpoint)
        problem = stated.problem
        checkpoint()
        return Task(definition.domain, problem)

    return stated.memo.get(key, (definition,), make)


def run_of(
    plan: PlanSnapshot,
    domain: DomainLink,
    problem: ProblemLink,
    checkpoint: Checkpoint = NEVER,
    tolerances: Tolerances = DEFAULT_TOLERANCES,
) -> PlanRun:
    """`plan` executed in the task of `domain` and `problem`, up to the first unreadable or
    malformed step. A plan with times is executed only if it has no such step, or fails before that
    step starts: a later result would depend on it."""
    key = _run_key(domain.file.name, domain.definition.name, tolerances)
    grounds = (domain.definition, problem.definition)

    def run() -> PlanRun:
        done = plan.done
        before = done.memo.last(key) if done is not None else None
        known = None if before is None else before.trace
        return _run(plan, task_of(domain, problem, checkpoint), checkpoint, tolerances, known)

    return plan.memo.get(key, grounds, run)


def _run(
    file: PlanSnapshot,
    task: Task,
    checkpoint: Checkpoint,
    tolerances: Tolerances,
    before: Trace | None,
) -> PlanRun:
    plan, complete = _readable(file)
    run = partial(
        execute,
        task,
        checkpoint=checkpoint,
        limit=MAX_BINDINGS,
        tolerances=tolerances,
        before=before,
    )
    trace = run(plan)
    if not trace.malformed:
        return PlanRun(trace, complete)
    before_it, starts = _before(plan, trace.malformed)
    trace = run(before_it)
    if starts is not None:
        failed = trace.failing_time
        if failed is None or failed >= starts:
            trace = run(replace(plan, steps=()))
    return PlanRun(trace, complete=False)


def _before(plan: Plan, malformed: Sequence[StepMisuse]) -> tuple[Plan, Fraction | None]:
    """The steps before the first malformed one, and the start of that one in a plan with times.
    There are no steps if a start is missing or the starts are not in order."""
    if not _is_timed(plan):
        return _cut(plan, malformed[0].step - 1), None
    starts = [step.start for step in plan.steps]
    known = [start for start in starts if start is not None]
    if len(known) < len(starts) or known != sorted(known):
        return replace(plan, steps=()), Fraction(0)
    first = known[malformed[0].step - 1]
    return replace(plan, steps=plan.steps[: bisect_left(known, first)]), first


def _readable(file: PlanSnapshot) -> tuple[Plan, bool]:
    """The steps before the first syntax error, and whether they are all steps."""
    faults = [f.span.start for f in file.findings if f.severity is Severity.ERROR]
    if not faults:
        return file.plan, True
    first = min(faults)
    above = sum(step.span.end <= first for step in file.plan.steps)
    return _cut(file.plan, above), False


def _cut(plan: Plan, count: int) -> Plan:
    return replace(plan, steps=() if _is_timed(plan) else plan.steps[:count])


def _is_timed(plan: Plan) -> bool:
    return any(step.start is not None for step in plan.steps)


@lru_cache(maxsize=256)
def _task_key(file: str, domain: str) -> Key[Task]:
    return Key(f"task with {domain} of {file}")


@lru_cache(maxsize=256)
def _run_key(file: str, domain: str, tolerances: Tolerances) -> Key[PlanRun]:
    return Key(f"run with {domain} of {file} within {tolerances}")
