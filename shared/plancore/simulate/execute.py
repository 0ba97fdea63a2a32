"""Execute a plan in a task."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import islice, takewhile
from operator import eq, is_, truth
from typing import Final, NamedTuple

from plancore.model.domain import ActionKind
from plancore.model.plan import DEFAULT_TOLERANCES, Plan, PlanFormat, Step, Tolerances
from plancore.simulate.atoms import MAX_BINDINGS, UndecidedError
from plancore.simulate.ground import GroundOperator, Misuse, MisuseKind
from plancore.simulate.happen import ActionInstant, advance, finish, happen
from plancore.simulate.parts import TOTAL_COST
from plancore.simulate.state import Delta, Mark, State, StateSequence, World
from plancore.simulate.task import Task
from plancore.simulate.temporal import run_timed
from plancore.simulate.timeline import fraction, moved_ends, with_durations
from plancore.simulate.trace import Failure, StepMisuse, Trace, Verdict
from plancore.stop import NEVER, Checkpoint

_CHECK_EVERY = 256
_VAL_SLACK = Fraction(1, 10_000)
"""VAL's constant tolerance for comparisons; its option `-t` is only about time."""


def execute(
    task: Task,
    plan: Plan,
    *,
    checkpoint: Checkpoint = NEVER,
    limit: int = MAX_BINDINGS,
    tolerances: Tolerances = DEFAULT_TOLERANCES,
    like_val: bool = False,
    before: Trace | None = None,
) -> Trace:
    """Execute `plan` from the initial state of `task` up to the first failing step.

    A step that is not an instance of an action makes the plan malformed, and nothing is executed.
    `before` is an earlier run within the same limits; the steps that `plan` shares with it are not
    executed again. `checkpoint` is called regularly and may raise to stop the computation; `limit`
    bounds the variable bindings tried. With `like_val` numbers within 0.0001 of each other satisfy
    any comparison, and a duration may deviate by the separation of happenings, as with VAL's `-t`.
    Never raises otherwise.
    """
    plan = _with_times(task, _with_added(task, plan))
    try:
        task.read_initial(checkpoint)
        initial = task.initial
        if task.unsupported is not None:
            _ = task.autonomous  # report unsupported processes and events now
        first = 0 if before is None or like_val else _n_known(task, plan, before)
        operators, malformed = _bind(task, plan, checkpoint, first)
    except UndecidedError as problem:
        return _undecided(task, plan, problem.reason)
    if malformed:
        return Trace(task, plan, StateSequence(initial), malformed=malformed)
    if task.unsupported is not None and plan.steps and not plan.timed:
        return _undecided(task, plan, task.unsupported)
    if before is not None and first and _ends_alike(plan, before, first):
        return replace(before, plan=plan)
    world = task.world(initial, checkpoint, limit)
    takes_time = any(operator.durative for bound in operators for operator in bound)
    if like_val:
        world.slack, world.strict = _VAL_SLACK, False
        if tolerances.duration is None:
            tolerances = Tolerances(tolerances.separation, tolerances.separation)
    elif takes_time:
        world.slack = fraction(tolerances.separation)
    if not (plan.timed or task.timed or task.unsupported is not None):
        run = _run(task, plan, operators, world, checkpoint, before if first else None)
        if not world.leaned or run.undecided is not None:
            return run
        exactly = task.world(initial, checkpoint, limit)
        return _compared(run, _run(task, plan, operators, exactly, checkpoint, None))
    run = run_timed(task, plan, operators, world, tolerances)
    if run.undecided is not None or not (world.leaned or moved_ends(run, operators, tolerances)):
        return run
    exactly = task.world(initial, checkpoint, limit)
    tolerances = tolerances._replace(separation=0)
    return _compared(run, run_timed(task, with_durations(run), operators, exactly, tolerances))


def _compared(run: Trace, exactly: Trace) -> Trace:
    """`run` with its execution without tolerances, if that has another result."""
    same = all(
        getattr(run, part) == getattr(exactly, part)
        for part in ("verdict", "failing_step", "unreached", "violations")
    )
    # The replaced durations change the makespan.
    same = same and (bool(run.rounded) or run.cost == exactly.cost)
    return run if same else replace(run, exactly=exactly)


_MARKED: Final = 500
"""The minimum number of steps between two marks. In a state with more facts it is their number, so
that marks cost less than steps."""


def _n_known(task: Task, plan: Plan, before: Trace) -> int:
    """The number of first steps of `plan` that `before` has executed."""
    if before.task is not task or plan.timed or before.plan.timed:
        return 0
    most = min(len(before.left), len(plan.steps))
    steps, others = plan.steps[:most], before.plan.steps
    # The same objects after an edit of the text, equal ones if it was read again.
    count = sum(1 for _ in takewhile(truth, map(is_, steps, others)))
    rest = takewhile(truth, map(eq, islice(steps, count, None), islice(others, count, None)))
    return count + sum(1 for _ in rest)


def _ends_alike(plan: Plan, before: Trace, first: int) -> bool:
    """Whether the next step after the `first` ones is the one at which `before` failed."""
    steps, others = plan.steps[first : first + 1], before.plan.steps[first : first + 1]
    is_end = first == len(before.left) and not before.executable
    return is_end and bool(steps and others) and steps[0] is others[0]


def _run(
    task: Task,
    plan: Plan,
    operators: list[tuple[GroundOperator, ...]],
    world: World,
    checkpoint: Checkpoint,
    before: Trace | None,
) -> Trace:
    """Execute the plan. Its first steps, those without `operators`, are taken from `before`."""
    first = len(plan.steps) - len(operators)
    deltas: list[Delta] = []
    marks: list[Mark] = []
    left: list[int] = []
    if before is not None:
        deltas += before.states.deltas[:first]
        left += before.left[:first]
        marks += [mark for mark in before.marks if mark.step <= first]
        last = marks[-1] if marks else None
        world.go_to(last, deltas[last.step if last else 0 :], left[-1])
    failure: Failure | None = None
    undecided: str | None = None
    every = max(_MARKED, len(world.facts.atoms))
    steps = zip(islice(plan.steps, first, None), operators, strict=True)
    try:
        for index, (step, bound) in enumerate(steps, start=first + 1):
            if index % _CHECK_EVERY == 0:
                checkpoint()
                if index - 1 - (marks[-1].step if marks else 0) >= every:
                    marks.append(world.mark(index - 1))
            delta = advance(bound[0].parts[""], world) if len(bound) == 1 else None
            if delta is None:
                occurrences = [
                    ActionInstant(index, action, operator.part)
                    for action, operator in zip(step.actions, bound, strict=True)
                ]
                result = happen(occurrences, task, world) if occurrences else Delta()
                if isinstance(result, Failure):
                    failure = result
                    break
                delta = result
            deltas.append(delta)
            left.append(world.budget.left)
    except UndecidedError as problem:
        undecided = f"step {len(deltas) + 1}: {problem.reason}"
    states = StateSequence(task.initial, deltas)
    run = Trace(
        task,
        plan,
        states,
        failure=failure,
        undecided=undecided,
        slack=world.slack,
        strict=world.strict,
        marks=tuple(marks),
        left=tuple(left),
    )
    return finish(run, world, len(plan.steps))


def _bind(
    task: Task, plan: Plan, checkpoint: Checkpoint, first: int
) -> tuple[list[tuple[GroundOperator, ...]], tuple[StepMisuse, ...]]:
    """The operators of each step after the `first` ones, and the malformed steps among them. An
    unsupported action makes the plan undecided, unless some step is malformed."""
    operators: list[tuple[GroundOperator, ...]] = []
    malformed: list[StepMisuse] = []
    unsupported: UndecidedError | None = None
    some_timed = any(step.start is not None for step in plan.steps)
    for index, step in enumerate(islice(plan.steps, first, None), start=first + 1):
        if index % _CHECK_EVERY == 0:
            checkpoint()
        bound: list[GroundOperator] = []
        for action in step.actions:
            try:
                operator = task.bind(action)
            except UndecidedError as problem:
                unsupported = unsupported or problem
                continue
            if isinstance(operator, GroundOperator):
                if not some_timed and not operator.schema.durative:
                    bound.append(operator)
                    continue
                misuse = time_misuse(operator, step)
                if misuse is None:
                    bound.append(operator)
                    continue
                operator = misuse
            malformed.append(StepMisuse(index, action, operator))
        operators.append(tuple(bound))
    if unsupported is not None and not malformed:
        raise unsupported
    return operators, tuple(malformed)


def _with_added(task: Task, plan: Plan) -> Plan:
    """The plan with the steps that planners add, if the domain declares their actions."""
    if not plan.added or any(task.action(step.actions[0].name) is None for _, step in plan.added):
        return plan
    steps = list(plan.steps)
    for index, step in plan.added:
        steps.insert(index, step)
    return replace(plan, steps=tuple(steps), added=())


def _with_times(task: Task, plan: Plan) -> Plan:
    """The steps of a PDDL4J plan, such as `0: (a) [0]`, get start times if an action is durative or
    the task needs times; otherwise the numbers only count the steps."""
    if plan.format is not PlanFormat.PDDL4J:
        return plan
    names = {action.name for step in plan.steps for action in step.actions}
    schemas = (task.action(name) for name in names)
    takes_time = any(s is not None and s.kind is ActionKind.DURATIVE for s in schemas)
    if not takes_time and task.unsupported is None:
        return plan
    steps = tuple(
        replace(step, start=Fraction(index), duration=Fraction(0))
        for index, step in enumerate(plan.steps)
    )
    return replace(plan, steps=steps)


def time_misuse(operator: GroundOperator, step: Step) -> Misuse | None:
    """The missing time of a step in a plan with times, if it has one."""
    no_start = step.start is None
    if operator.durative and (no_start or step.duration is None):
        lacks = "start time" if no_start else "duration"
        return Misuse(MisuseKind.NO_TIME, f"{operator} is durative, but the step has no {lacks}")
    if no_start and not operator.durative:
        return Misuse(MisuseKind.NO_TIME, f"{operator} has no start time, but other steps have one")
    return None


def _undecided(task: Task, plan: Plan, reason: str) -> Trace:
    try:
        initial = task.initial
    except UndecidedError:
        initial = State(frozenset())
    return Trace(task, plan, StateSequence(initial), undecided=reason)


# Whether two plans of one task end in the same state.


class Agreement(NamedTuple):
    """The agreement of two executed plans. `both_reach_goal` is None if it depends on an undecided
    plan. `same_final_state` is None if one of them cannot be executed to its end. The total cost is
    not part of a state."""

    both_reach_goal: bool | None
    same_final_state: bool | None


def agreement(left: Trace, right: Trace) -> Agreement:
    """Compare the final states of two traces of the same task."""
    both_reach_goal = _both(_reaches_goal(left), _reaches_goal(right))
    if not (left.executable and right.executable):
        return Agreement(both_reach_goal, None)
    ours, theirs = left.states.final, right.states.final
    fluents = (ours.values.keys() | theirs.values.keys()) - {TOTAL_COST}
    same_values = all(ours.values.get(fluent) == theirs.values.get(fluent) for fluent in fluents)
    return Agreement(both_reach_goal, ours.facts == theirs.facts and same_values)


def _reaches_goal(trace: Trace) -> bool | None:
    return None if trace.verdict is Verdict.UNDECIDED else trace.reaches_goal


def _both(left: bool | None, right: bool | None) -> bool | None:
    """The conjunction of both in three-valued logic, where None is unknown."""
    if left is False or right is False:
        return False
    return None if left is None or right is None else True


# Stepwise execution, for a task that differs from the one in which a plan was executed before:
# steps before a malformed one are executed.


def is_stepwise(task: Task, plan: Plan) -> bool:
    """Whether `plan` can be executed stepwise: neither the plan nor the problem has times, and the
    task can be executed without times."""
    if plan.format is PlanFormat.PDDL4J or any(step.start is not None for step in plan.steps):
        return False
    try:
        return bool(task.initial) and not task.timed and task.unsupported is None
    except UndecidedError:
        return False


def execute_stepwise(task: Task, plan: Plan, *, checkpoint: Checkpoint = NEVER) -> Trace:
    """Execute a plan up to the first step that fails or is malformed; a plan with times is executed
    by `execute`. Raises what `checkpoint` raises."""
    if not is_stepwise(task, plan):
        return execute(task, plan, checkpoint=checkpoint)
    start = Trace(task, plan, StateSequence(task.initial))
    return resume(start, task, 1, checkpoint=checkpoint)


def resume(earlier: Trace, task: Task, step: int, *, checkpoint: Checkpoint = NEVER) -> Trace:
    """Execute the plan of `earlier` in `task` from `step` on; both must satisfy `is_stepwise`. All
    earlier steps were executed in `earlier` and must have the same effect in `task`. Raises what
    `checkpoint` raises."""
    plan = earlier.plan
    deltas = list(earlier.states.deltas[: step - 1])
    world = task.world(earlier.state(step - 1), checkpoint)
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
    """Execute one step; raises UndecidedError."""
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
