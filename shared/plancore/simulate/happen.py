"""Execute one moment of a plan: check its conditions and change the world; and the end of a plan:
whether the goal is reached, violations of preferences, and the cost.

`constraints` has the semantics of the constraints of PDDL 3. A preference in a precondition counts
each time its action is executed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from plancore.model.plan import GroundAction, Plan
from plancore.simulate.access import Resources, changes_access
from plancore.simulate.atoms import Fluent, UndecidedError, Value, show
from plancore.simulate.constraints import Watch
from plancore.simulate.effects import Changes, InapplicableError
from plancore.simulate.expressions import TOTAL_TIME, compile_expression, evaluate
from plancore.simulate.parts import TOTAL_COST, GroundPart, settle
from plancore.simulate.render import render
from plancore.simulate.state import Delta, StateSequence, World
from plancore.simulate.task import Task
from plancore.simulate.trace import NETWORK, Failure, FailureKind, Happening, Trace


class ActionInstant(NamedTuple):
    """A ground action at one of its instants. `step` counts from 1."""

    step: int
    action: GroundAction
    part: GroundPart


def advance(part: GroundPart, world: World) -> Delta | None:
    """Execute one action alone; None if it fails, and `happen` gives the reason. This is the fast
    path: validation spends almost all its time here."""
    if not part.holds(world):
        return None
    if part.delta is not None:
        return world.apply(part.delta)
    try:
        adds, dels, updates = part.changes(world)
        return world.apply(Delta(adds, dels, settle(updates, world) if updates else ()))
    except InapplicableError:
        return None


def happen(occurrences: list[ActionInstant], task: Task, world: World) -> Delta | Failure:
    """Execute several actions at the same time; return the first failure. All conditions and
    effects are evaluated in the state before; adds win over deletes."""
    gathered: list[Changes] = []
    for occurrence in occurrences:
        if not occurrence.part.holds(world):
            return precondition_failure(occurrence, world)
        try:
            gathered.append(occurrence.part.changes(world))
        except InapplicableError as problem:
            return _effect_failure(occurrence, problem)
    if len(gathered) == 1:
        return enact(occurrences, gathered[0], world)
    failure = interference(occurrences, gathered, task)
    return failure or enact(occurrences, merged(gathered), world)


def enact(occurrences: list[ActionInstant], changes: Changes, world: World) -> Delta | Failure:
    """Apply changes to the world; fails if a numeric effect is undefined."""
    try:
        values = settle(changes.updates, world) if changes.updates else ()
    except InapplicableError as problem:
        return _effect_failure(occurrences[-1], problem)
    return world.apply(Delta(changes.adds, changes.dels, values))


def merged(gathered: list[Changes]) -> Changes:
    """The union of the changes of several actions."""
    return Changes(
        tuple(dict.fromkeys(atom for changes in gathered for atom in changes.adds)),
        tuple(dict.fromkeys(atom for changes in gathered for atom in changes.dels)),
        tuple(update for changes in gathered for update in changes.updates),
    )


def interference(
    occurrences: list[ActionInstant], gathered: list[Changes], task: Task
) -> Failure | None:
    """The failure of the first two actions of one moment that are not independent."""
    accesses = []
    for occurrence, changes in zip(occurrences, gathered, strict=True):
        accesses.append(changes_access(changes, task.access(occurrence.part).reads))
    touched: dict[str, list[int]] = {}
    for later, access in enumerate(accesses):
        names = _names(access.reads) | _names(access.adds) | _names(access.deletes)
        rivals = sorted({index for name in names for index in touched.get(name, ())})
        for earlier in rivals:
            atom = accesses[earlier].conflict(access)
            if atom is not None:
                return _interference_failure(occurrences[earlier], occurrences[later], atom)
        for name in names:
            touched.setdefault(name, []).append(later)
    return None


def precondition_failure(occurrence: ActionInstant, world: World) -> Failure:
    """The failure of an action whose condition is false."""
    missing = unsatisfied(occurrence.part, world)
    return Failure(
        FailureKind.PRECONDITION,
        f"unsatisfied precondition of {occurrence.action}: {', '.join(missing)}",
        occurrence.step,
        occurrence.action,
        unsatisfied=missing,
    )


def unsatisfied(part: GroundPart, world: World) -> tuple[str, ...]:
    """The false conjuncts of a condition, literals first."""
    missing = [str(literal) for literal in part.literals if _is_false(literal, world)]
    missing += [render(node, part.env) for node, test in part.tests if not test(part.env, world)]
    return tuple(missing)


def _is_false(literal: tuple[tuple[str, ...], bool], world: World) -> bool:
    atom, positive = literal
    return world.holds(atom) is not positive


def _effect_failure(occurrence: ActionInstant, problem: InapplicableError) -> Failure:
    return Failure(
        FailureKind.EFFECT,
        f"undefined effect of {occurrence.action}: {problem.reason}",
        occurrence.step,
        occurrence.action,
    )


def _interference_failure(
    earlier: ActionInstant, later: ActionInstant, atom: tuple[str, ...]
) -> Failure:
    shown = show(atom[1:] if atom[0] == "=" else atom)
    return Failure(
        FailureKind.INTERFERENCE,
        f"{earlier.action} and {later.action} interfere at the same time: both use {shown}",
        later.step,
        later.action,
    )


def _names(resources: Resources) -> set[str]:
    return {atom[1] if atom[0] == "=" else atom[0] for atom in resources.atoms} | {
        str(p.arguments[0]) if p.predicate == "=" and p.arguments else p.predicate
        for p in resources.patterns
    }


def finish(run: Trace, world: World, length: Value, moving: Collection[Fluent] = ()) -> Trace:
    """Complete `run` with its goal, constraints and cost, evaluated in its final state `world`. A
    run that failed is unchanged. `length` is the number of steps, or the makespan; `moving` are the
    numbers that changed continuously."""
    if not run.executable:
        return run
    task = run.task
    try:
        missing = () if task.goal.holds(world) else unsatisfied(task.goal, world)
        judgement = judge(task, run.plan, run.states, run.happenings, world, moving)
        is_known = judgement.undecided is None
        value = _metric(task, world, length, judgement.violations) if is_known else None
    except UndecidedError as problem:
        return replace(run, undecided=problem.reason)
    undecided = judgement.undecided or (NETWORK if task.problem.is_hierarchical else None)
    return replace(
        run,
        undecided=None if missing or judgement.failure is not None else undecided,
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
    """The violations of each preference, the failure of the first violated hard constraint, and
    why another constraint is undecided; the violations are then incomplete."""

    violations: dict[str, int]
    failure: Failure | None = None
    undecided: str | None = None


def judge(
    task: Task,
    plan: Plan,
    states: StateSequence,
    happenings: tuple[Happening, ...],
    world: World,
    moving: Collection[Fluent],
) -> Judgement:
    """Evaluate the constraints on an executed plan. Raises UndecidedError for unsupported ones."""
    violations: dict[str, int] = {}
    constraints = task.constraints
    _count_preconditions(task, plan, states, happenings, world, violations)
    if not constraints:
        return Judgement(violations)
    watches = [tuple(Watch(part) for part in constraint.parts) for constraint in constraints]
    replay = _from_start(states, world)
    times = [Fraction(0), *(h.time for h in happenings)] if happenings else None
    since = times if times is not None else [Fraction(i) for i in range(len(states) + 1)]
    intervals = zip((Delta(), *states.deltas), since, [*since[1:], None], strict=True)
    for delta, start, end in intervals:
        replay.apply(delta)
        for watch in chain.from_iterable(watches):
            watch.see(replay, delta, start, end)
    failure: Failure | None = None
    undecided: str | None = None
    for constraint, parts in zip(constraints, watches, strict=True):
        count = constraint.n_violated(watch.violated for watch in parts)
        fluent = constraint.undecided(moving, count)
        if fluent is not None:
            operators = ", ".join(f"({part.operator} …)" for part in constraint.parts)
            reason = f"{show(fluent)}, which changes between happenings, is not supported"
            undecided = undecided or f"trajectory constraint {operators} on {reason}"
        elif constraint.name is not None:
            violations[constraint.name] = violations.get(constraint.name, 0) + count
        elif count and failure is None:
            operators = ", ".join(f"({part.operator} …)" for part in constraint.parts)
            reason = f"violated trajectory constraint: {operators}"
            failure = Failure(FailureKind.CONSTRAINT, reason)
    world.leaned |= replay.leaned
    return Judgement(violations, failure, undecided)


def _from_start(states: StateSequence, world: World) -> World:
    """The initial state of a plan that ends in `world`, with its limits and tolerances."""
    initial = states.initial
    replay = World(world.axioms, initial.facts, initial.values, world.budget)
    replay.slack, replay.strict = world.slack, world.strict
    return replay


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
    replay = _from_start(states, world)
    for actions, delta in zip(_actions(plan, happenings), states.deltas, strict=True):
        for action in actions:
            if action.name in preferring:
                _count_precondition(task, action, replay, violations)
        replay.apply(delta)
    world.leaned |= replay.leaned


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
