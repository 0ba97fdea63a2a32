"""Plan files executed, each once for as long as plan, domain and problem stay as they are."""

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
"""How many bindings of variables a plan may try while somebody is typing; some second of work."""


class PlanRun(NamedTuple):
    """A plan file executed from its first step on.

    `complete` is False where `trace` ends above a step that could not be read, or is no instance
    of an action: then nothing is known of the end of the plan.
    """

    trace: Trace
    complete: bool = True


def task_of(domain: DomainLink, problem: ProblemLink) -> Task:
    """The task of both, made once for as long as they stay as they are."""
    definition, stated = domain.definition, problem.definition
    key = _task_key(domain.file.name, definition.name)
    return stated.memo.get(key, (definition,), lambda: Task(definition.domain, stated.problem))


def run_of(
    plan: PlanSnapshot,
    domain: DomainLink,
    problem: ProblemLink,
    checkpoint: Checkpoint = NEVER,
    tolerances: Tolerances = DEFAULT_TOLERANCES,
) -> PlanRun:
    """`plan` executed in the task of `domain` and `problem`.

    It is executed up to the first step that is none. A plan with times that has such a step is
    executed only where it fails before that step starts: what happens later is not known then.
    """
    key = _run_key(domain.file.name, domain.definition.name, tolerances)
    grounds = (domain.definition, problem.definition)

    def run() -> PlanRun:
        done = plan.done
        before = done.memo.last(key) if done is not None else None
        known = None if before is None else before.trace
        return _run(plan, task_of(domain, problem), checkpoint, tolerances, known)

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
    """The steps before the first malformed one, and when that starts in a plan with times; no step
    where some start is not known, or the steps are not in the order of their starts."""
    if not _is_timed(plan):
        return _cut(plan, malformed[0].step - 1), None
    starts = [step.start for step in plan.steps]
    known = [start for start in starts if start is not None]
    if len(known) < len(starts) or known != sorted(known):
        return replace(plan, steps=()), Fraction(0)
    first = known[malformed[0].step - 1]
    return replace(plan, steps=plan.steps[: bisect_left(known, first)]), first


def _readable(file: PlanSnapshot) -> tuple[Plan, bool]:
    """The steps above the first fault in the text, and whether these are all."""
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
