"""The end of a plan: is the goal reached, and what did it cost?

Trajectory constraints and preferences of PDDL 3, judged on the states of a finished plan.

Semantics: Gerevini, Haslum, Long, Saetti & Dimopoulos, "Deterministic planning in the fifth
international planning competition", AIJ 2009, section 2. State i holds from its time until that
of the next one. A preference in a precondition counts each time its action happens.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from plancore.model.formula import (
    And,
    Forall,
    Formula,
    Preference,
    Timed,
    TrajectoryConstraint,
    TypedName,
    walk,
)
from plancore.model.plan import GroundAction, Plan
from plancore.simulate.atoms import UndecidedError, Value
from plancore.simulate.conditions import Frame, Scope, normalise
from plancore.simulate.expressions import TOTAL_TIME, compile_expression, evaluate
from plancore.simulate.happen import unsatisfied
from plancore.simulate.normal_form import Bindings
from plancore.simulate.parts import TOTAL_COST
from plancore.simulate.queries import Test, compile_test
from plancore.simulate.state import Env, StateSequence, World
from plancore.simulate.task import Task
from plancore.simulate.trace import Failure, FailureKind, Happening, Trace


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


class Judgement(NamedTuple):
    """How often each preference is violated, and the first hard constraint that is."""

    violations: dict[str, int]
    failure: Failure | None = None


class _Constraint(NamedTuple):
    """A constraint on the sequence of states; `name` is None for a hard one."""

    name: str | None
    parts: tuple[_Part, ...]


class _Part(NamedTuple):
    operator: str
    numbers: tuple[Fraction, ...]
    tests: tuple[Test, ...]
    env: Env


def judge(
    task: Task,
    plan: Plan,
    states: StateSequence,
    happenings: tuple[Happening, ...],
    world: World,
) -> Judgement:
    """Judge a plan that ran to its end. Raises UndecidedError for constraints of another form."""
    constraints = list(_constraints(task, world))
    violations: dict[str, int] = {}
    _count_preconditions(task, plan, states, happenings, world, violations)
    if not constraints:
        return Judgement(violations)
    times = [Fraction(0), *(h.time for h in happenings)] if happenings else None
    history = _history(constraints, task, states, world)
    failure: Failure | None = None
    for constraint in constraints:
        met = all(
            _is_satisfied(part, [history[id(part), i] for i in range(len(part.tests))], times)
            for part in constraint.parts
        )
        if constraint.name is not None:
            violations[constraint.name] = violations.get(constraint.name, 0) + (not met)
        elif not met and failure is None:
            operators = ", ".join(f"({part.operator} …)" for part in constraint.parts)
            reason = f"violated trajectory constraint: {operators}"
            failure = Failure(FailureKind.CONSTRAINT, reason)
    return Judgement(violations, failure)


def _constraints(task: Task, world: World) -> Iterator[_Constraint]:
    for formula in (task.domain.constraints, task.problem.constraints):
        if formula is not None:
            yield from _Reader(task, world, goal=False).read(formula)
    if task.has_preferred_goals:
        yield from _Reader(task, world, goal=True).read(task.problem.goal)


class _Reader:
    """Takes a formula apart into constraints, one for each instance of its quantifiers."""

    def __init__(
        self, task: Task, world: World, goal: bool, parameters: tuple[TypedName, ...] = ()
    ) -> None:
        """Of a `goal`, or of a precondition, only the preferences count."""
        self._task = task
        self._world = world
        self._goal = goal
        self._frame = Frame(parameters, task.objects.functions)
        self._bound: dict[tuple[int, int], tuple[Scope, Bindings]] = {}
        self._tests: dict[tuple[int, int], tuple[Test, ...]] = {}

    def read(self, formula: Formula, env: Env | None = None) -> Iterator[_Constraint]:
        for part, scope, bound in self._instances(formula, self._frame.scope, env or []):
            if isinstance(part, Preference):
                inner = self._instances(part.body, scope, bound)
                yield _Constraint(part.name, tuple(self._part(*item) for item in inner))
            elif not self._goal:
                yield _Constraint(None, (self._part(part, scope, bound),))

    def _instances(
        self, formula: Formula, scope: Scope, env: Env
    ) -> Iterator[tuple[Formula, Scope, Env]]:
        todo: list[tuple[Formula, Scope, Env]] = [(formula, scope, env)]
        while todo:
            part, inner, bound = todo.pop()
            if isinstance(part, And):
                todo.extend((p, inner, bound) for p in reversed(part.parts))
            elif isinstance(part, Forall) and _is_about_trajectories(part.body):
                wider, variables = self._bind(part, inner)
                ranges = [self._task.objects.of(v.types) for v in variables]
                instances = []
                for names in product(*ranges):
                    self._world.spend(1)
                    longer = [*bound, *[""] * (self._frame.size - len(bound))]
                    for variable, name in zip(variables, names, strict=True):
                        longer[variable.slot] = name
                    instances.append((part.body, wider, longer))
                todo.extend(reversed(instances))
            else:
                yield part, inner, bound

    def _bind(self, part: Forall, scope: Scope) -> tuple[Scope, Bindings]:
        """What its variables are, the same in all instances of what is around it."""
        key = id(part), id(scope)  # of the formula, and of scopes that are kept here
        if key not in self._bound:
            self._bound[key] = self._frame.bind(part.variables, scope)
        return self._bound[key]

    def _part(self, formula: Formula, scope: Scope, env: Env) -> _Part:
        operator = "at end"
        numbers: tuple[Fraction, ...] = ()
        conditions: tuple[Formula, ...] = (formula,)
        if isinstance(formula, TrajectoryConstraint):
            operator, numbers, conditions = formula.operator, formula.numbers, formula.parts
        elif isinstance(formula, Timed):
            conditions = (formula.body,)
        key = id(formula), id(scope)
        if key not in self._tests:
            if any(isinstance(p, TrajectoryConstraint) for c in conditions for p in walk(c)):
                raise UndecidedError("nested trajectory constraints are not supported")
            # Once for all instances: each time, quantifiers inside take further places.
            self._tests[key] = tuple(
                compile_test(normalise(c, self._frame, scope), self._task.objects)
                for c in conditions
            )
        free = [""] * (self._frame.size - len(env))
        return _Part(operator, numbers, self._tests[key], [*env, *free])


def _is_about_trajectories(formula: Formula) -> bool:
    return any(
        isinstance(part, TrajectoryConstraint | Timed | Preference) for part in walk(formula)
    )


def _history(
    constraints: list[_Constraint], task: Task, states: StateSequence, world: World
) -> dict[tuple[int, int], list[bool]]:
    """For each condition whether it holds in each state."""
    tests = [
        (id(part), index, test, part.env)
        for constraint in constraints
        for part in constraint.parts
        for index, test in enumerate(part.tests)
    ]
    history: dict[tuple[int, int], list[bool]] = {(key, index): [] for key, index, _, _ in tests}
    replay = World(task.axioms, states.initial.facts, states.initial.values, world.budget)
    for step in range(len(states) + 1):
        if step:
            replay.apply(states.deltas[step - 1])
        world.spend(len(tests))
        for key, index, test, env in tests:
            history[key, index].append(test(env, replay))
    return history


def _count_preconditions(
    task: Task,
    plan: Plan,
    states: StateSequence,
    happenings: tuple[Happening, ...],
    world: World,
    violations: dict[str, int],
) -> None:
    """Count the preferences in preconditions, in the state before each action."""
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
    reader = _Reader(task, world, goal=True, parameters=schema.action.parameters)
    for constraint in reader.read(schema.action.precondition, list(action.args)):
        met = all(test(part.env, world) for part in constraint.parts for test in part.tests)
        name = constraint.name or ""
        violations[name] = violations.get(name, 0) + (not met)


def _actions(plan: Plan, happenings: tuple[Happening, ...]) -> Iterator[list[GroundAction]]:
    if happenings:
        for happening in happenings:
            yield [point.action for point in happening.points]
    else:
        for step in plan.steps:
            yield list(step.actions)


def _is_satisfied(part: _Part, truths: list[list[bool]], times: Sequence[Fraction] | None) -> bool:
    first = truths[0]
    at = times if times is not None else [Fraction(i) for i in range(len(first))]
    match part.operator, part.numbers:
        case "at end", _:
            return first[-1]
        case "always", _:
            return all(first)
        case "sometime", _:
            return any(first)
        case "within", (limit,):
            return any(truth and time <= limit for truth, time in zip(first, at, strict=True))
        case "at-most-once", _:
            return sum(now and not before for before, now in _pairs(first)) <= 1
        case "sometime-after", _:
            return _sometime_after(first, truths[1])
        case "sometime-before", _:
            return _sometime_before(first, truths[1])
        case "always-within", (limit,):
            return _always_within(first, truths[1], at, limit)
        case "hold-during", (start, end):
            return all(
                truth
                for truth, (since, until) in zip(first, _intervals(at), strict=True)
                if since < end and (until is None or until > start)
            )
        case "hold-after", (start,):
            return all(
                truth
                for truth, (_, until) in zip(first, _intervals(at), strict=True)
                if until is None or until > start
            )
    raise UndecidedError(f"constraint ({part.operator} …) is not supported")


def _pairs(truths: list[bool]) -> Iterator[tuple[bool, bool]]:
    return zip([False, *truths], truths, strict=False)


def _intervals(times: Sequence[Fraction]) -> Iterator[tuple[Fraction, Fraction | None]]:
    return zip(times, [*times[1:], None], strict=True)


def _sometime_after(trigger: list[bool], required: list[bool]) -> bool:
    """Whether after each state where `trigger` holds, or in it, `required` holds at some time."""
    last = max((i for i, truth in enumerate(trigger) if truth), default=-1)
    return last < 0 or any(required[last:])


def _sometime_before(trigger: list[bool], required: list[bool]) -> bool:
    """Whether before the first state where `trigger` holds `required` holds at some time."""
    first = next((i for i, truth in enumerate(trigger) if truth), None)
    return first is None or any(required[:first])


def _always_within(
    trigger: list[bool], required: list[bool], at: Sequence[Fraction], limit: Fraction
) -> bool:
    upcoming: Fraction | None = None
    for index in range(len(trigger) - 1, -1, -1):
        if required[index]:
            upcoming = at[index]
        if trigger[index] and (upcoming is None or upcoming - at[index] > limit):
            return False
    return True
