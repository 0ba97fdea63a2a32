"""The end of a plan: is the goal reached, and what did it cost?"""

from __future__ import annotations

from dataclasses import replace

from plancore.simulate.atoms import Value
from plancore.simulate.expressions import TOTAL_TIME, compile_expression, evaluate
from plancore.simulate.happen import unsatisfied
from plancore.simulate.limits import UndecidedError
from plancore.simulate.parts import TOTAL_COST
from plancore.simulate.preferences import judge
from plancore.simulate.task import Task
from plancore.simulate.trace import Trace
from plancore.simulate.world import World


def finish(run: Trace, world: World, length: Value) -> Trace:
    """`run` judged by the state at its end, that of `world`; a run that failed before is unchanged.

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
