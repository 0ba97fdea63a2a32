"""Execute a plan from a step on, in a task that differs from the one where it was executed before.

Unlike in `execute`, steps are looked at one by one: those before a step that is no instance of an
action are executed.
"""

from __future__ import annotations

from plancore.model.plan import Plan, PlanFormat, Step
from plancore.simulate.execute import execute, time_misuse
from plancore.simulate.ground import GroundOperator
from plancore.simulate.happen import ActionInstant, advance, happen
from plancore.simulate.limits import MAX_BINDINGS, UndecidedError
from plancore.simulate.outcome import finish
from plancore.simulate.state import Delta, StateSequence, World
from plancore.simulate.task import Task
from plancore.simulate.trace import Failure, StepMisuse, Trace
from plancore.stop import NEVER, Checkpoint


def is_stepwise(task: Task, plan: Plan) -> bool:
    """Whether `plan` can be executed step by step: neither it nor the problem has times, and the
    task can be executed at all."""
    if plan.format is PlanFormat.PDDL4J or any(step.start is not None for step in plan.steps):
        return False
    try:
        return bool(task.initial) and not task.timed and task.unsupported is None
    except UndecidedError:
        return False


def execute_stepwise(
    task: Task, plan: Plan, *, checkpoint: Checkpoint = NEVER, limit: int = MAX_BINDINGS
) -> Trace:
    """Execute a plan up to the first step that fails or is malformed; one with times as a whole.

    Raises what `checkpoint` raises.
    """
    if not is_stepwise(task, plan):
        return execute(task, plan, checkpoint=checkpoint, limit=limit)
    start = Trace(task, plan, StateSequence(task.initial))
    return resume(start, task, 1, checkpoint=checkpoint, limit=limit)


def resume(
    earlier: Trace,
    task: Task,
    step: int,
    *,
    checkpoint: Checkpoint = NEVER,
    limit: int = MAX_BINDINGS,
) -> Trace:
    """Execute the plan of `earlier` in `task` from `step` on; both are as `is_stepwise` asks.

    All steps before were executed in `earlier` and must do the same in `task`. Raises what
    `checkpoint` raises.
    """
    plan = earlier.plan
    deltas = list(earlier.states.deltas[: step - 1])
    world = task.world(earlier.state(step - 1), checkpoint, limit)
    failure: Failure | None = None
    malformed: tuple[StepMisuse, ...] = ()
    undecided: str | None = None
    checkpoint()
    try:
        for number in range(step, len(plan.steps) + 1):
            result = do_step(number, plan.steps[number - 1], task, world)
            if type(result) is not Delta:
                if isinstance(result, Failure):
                    failure = result
                elif isinstance(result, StepMisuse):
                    malformed = (result,)
                break
            deltas.append(result)
    except UndecidedError as problem:
        undecided = f"step {len(deltas) + 1}: {problem.reason}"
    states = StateSequence(task.initial, deltas)
    run = Trace(task, plan, states, failure, malformed, undecided=undecided)
    return finish(run, world, len(plan.steps))


def do_step(number: int, step: Step, task: Task, world: World) -> Delta | Failure | StepMisuse:
    """Do one step; raises UndecidedError."""
    occurrences: list[ActionInstant] = []
    for action in step.actions:
        operator = task.bind(action)
        if not isinstance(operator, GroundOperator):
            return StepMisuse(number, action, operator)
        if operator.schema.durative:
            misuse = time_misuse(operator, step)
            assert misuse is not None, "the step has no times"
            return StepMisuse(number, action, misuse)
        occurrences.append(ActionInstant(number, action, operator.part))
    if len(occurrences) == 1:
        delta = advance(occurrences[0].part, world)
        if delta is not None:
            return delta
    return happen(occurrences, task, world) if occurrences else Delta()
