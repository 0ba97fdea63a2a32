"""The end of a plan: whether the goal is reached, violations of preferences, and the cost.

`constraints` has the semantics of the constraints of PDDL 3. A preference in a precondition counts
each time its action is executed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from plancore.model.plan import GroundAction, Plan
from plancore.simulate.atoms import UndecidedError, Value
from plancore.simulate.constraints import Watch
from plancore.simulate.expressions import TOTAL_TIME, compile_expression, evaluate
from plancore.simulate.happen import unsatisfied
from plancore.simulate.parts import TOTAL_COST
from plancore.simulate.state import Delta, StateSequence, World
from plancore.simulate.task import Task
from plancore.simulate.trace import Failure, FailureKind, Happening, Trace


def finish(run: Trace, world: World, length: Value) -> Trace:
    """Complete `run` with its goal, constraints and cost, evaluated in its final state `world`. A
    run that failed is unchanged.

    `length` is the number of steps, or the makespan.
    """
    if not run.executable:
        return run
    task = run.task
    try:
        missing = () if task.goal.holds(world) else unsatisfied(task.goal, world)
        judgement = judge(task, run.plan, run.states, run.happenings, world)
        value = _metric(task, world, length, judgement.violations)
    except UndecidedError as problem:
        return replace(run, undecided=problem.reason)
    return replace(
        run,
        failure=judgement.failure,
        unreached=missing,
        value=value,
        cost=length if task.problem.metric is None else value,
        violations=judgement.violations,
    )


def _metric(task: Task, world: World, length: Value, violations: dict[str, int]) -> Value | None:
    metric = task.problem.metric
    if metric is None:
        return None
    program = compile_expression(metric.expression, {})
    values = {TOTAL_COST: 0, **world.values, TOTAL_TIME: length}
    return evaluate(program, (), values, violations)


class Judgement(NamedTuple):
    """The violations of each preference, and the failure of the first violated hard constraint."""

    violations: dict[str, int]
    failure: Failure | None = None


def judge(
    task: Task,
    plan: Plan,
    states: StateSequence,
    happenings: tuple[Happening, ...],
    world: World,
) -> Judgement:
    """Evaluate the constraints on an executed plan. Raises UndecidedError for unsupported ones."""
    violations: dict[str, int] = {}
    constraints = task.constraints
    _count_preconditions(task, plan, states, happenings, world, violations)
    if not constraints:
        return Judgement(violations)
    watches = [tuple(Watch(part) for part in constraint.parts) for constraint in constraints]
    replay = World(task.axioms, states.initial.facts, states.initial.values, world.budget)
    times = [Fraction(0), *(h.time for h in happenings)] if happenings else None
    since = times if times is not None else [Fraction(i) for i in range(len(states) + 1)]
    for delta, (start, end) in zip((Delta(), *states.deltas), _intervals(since), strict=True):
        replay.apply(delta)
        for watch in chain.from_iterable(watches):
            watch.see(replay, delta, start, end)
    failure: Failure | None = None
    for constraint, parts in zip(constraints, watches, strict=True):
        count = constraint.n_violated(watch.violated for watch in parts)
        if constraint.name is not None:
            violations[constraint.name] = violations.get(constraint.name, 0) + count
        elif count and failure is None:
            operators = ", ".join(f"({part.operator} …)" for part in constraint.parts)
            reason = f"violated trajectory constraint: {operators}"
            failure = Failure(FailureKind.CONSTRAINT, reason)
    return Judgement(violations, failure)


def _intervals(times: Sequence[Fraction]) -> Iterator[tuple[Fraction, Fraction | None]]:
    return zip(times, [*times[1:], None], strict=True)


def _count_preconditions(
    task: Task,
    plan: Plan,
    states: StateSequence,
    happenings: tuple[Happening, ...],
    world: World,
    violations: dict[str, int],
) -> None:
    """Count violated preferences in preconditions, in the state before each action."""
    preferring = task.preferring
    if not preferring or not any(action.name in preferring for action in plan.actions):
        return
    replay = World(task.axioms, states.initial.facts, states.initial.values, world.budget)
    for actions, delta in zip(_actions(plan, happenings), states.deltas, strict=True):
        for action in actions:
            if action.name in preferring:
                _count_precondition(task, action, replay, violations)
        replay.apply(delta)


def _count_precondition(
    task: Task, action: GroundAction, world: World, violations: dict[str, int]
) -> None:
    schema = task.schema(action.name)
    if schema.durative:
        raise UndecidedError("preferences in the conditions of durative actions are not supported")
    for constraint in task.preferences(action.name):
        failing = (~part.conditions[0].instances(world, action.args) for part in constraint.parts)
        name = constraint.name or ""
        violations[name] = violations.get(name, 0) + constraint.n_violated(failing)


def _actions(plan: Plan, happenings: tuple[Happening, ...]) -> Iterator[list[GroundAction]]:
    if happenings:
        for happening in happenings:
            yield [point.action for point in happening.points]
    else:
        for step in plan.steps:
            yield list(step.actions)
