"""The end of a plan: is the goal reached, and what did it cost?"""

from __future__ import annotations

from fractions import Fraction

from plancore.model.plan import Plan
from plancore.simulate.atoms import Value, exact
from plancore.simulate.expressions import TOTAL_TIME, compile_expression, evaluate
from plancore.simulate.happen import unsatisfied
from plancore.simulate.limits import UndecidedError
from plancore.simulate.parts import TOTAL_COST
from plancore.simulate.preferences import judge
from plancore.simulate.state import StateSequence
from plancore.simulate.task import Task
from plancore.simulate.trace import Failure, Happening, Trace
from plancore.simulate.world import World


def finish(
    task: Task,
    plan: Plan,
    states: StateSequence,
    world: World,
    *,
    failure: Failure | None = None,
    undecided: str | None = None,
    happenings: tuple[Happening, ...] = (),
    makespan: Fraction | None = None,
) -> Trace:
    """The trace of a plan that ran to its end, or as far as it did."""
    if failure is not None or undecided is not None:
        return Trace(
            task, plan, states, failure=failure, undecided=undecided, happenings=happenings
        )
    length: Value = len(plan.steps) if makespan is None else exact(makespan)
    try:
        missing = () if task.goal.holds(world) else unsatisfied(task.goal, world)
        judgement = judge(task, plan, states, happenings, world)
        value = _metric(task, world, length, judgement.violations)
    except UndecidedError as problem:
        return Trace(task, plan, states, undecided=problem.reason, happenings=happenings)
    return Trace(
        task,
        plan,
        states,
        failure=judgement.failure,
        unreached=missing,
        value=value,
        cost=length if task.problem.metric is None else value,
        violations=judgement.violations,
        happenings=happenings,
    )


def _metric(task: Task, world: World, length: Value, violations: dict[str, int]) -> Value | None:
    metric = task.problem.metric
    if metric is None:
        return None
    program = compile_expression(metric.expression, {})
    values = {TOTAL_COST: 0, **world.values, TOTAL_TIME: length}
    return evaluate(program, (), values, violations)
