"""Successor states of single actions, random walks, and derived atoms.

A random walk chooses uniformly among the applicable actions, and ends in a state without any. Walks
stay near their start, so their states are not a uniform sample of the reachable ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import Final, NamedTuple

from plancore.model.domain import ActionKind, Domain
from plancore.model.formula import And, Comparison, Formula, TypedName, walk
from plancore.model.plan import GroundAction, GroundAtom, Plan, StateAtoms, Step
from plancore.model.problem import Problem
from plancore.simulate.atoms import MAX_BINDINGS, UndecidedError, Value
from plancore.simulate.conditions import Variable, conjuncts
from plancore.simulate.effects import InapplicableError
from plancore.simulate.execute import do_step, execute
from plancore.simulate.ground import GroundOperator
from plancore.simulate.happen import advance
from plancore.simulate.queries import Query
from plancore.simulate.state import Delta, World
from plancore.simulate.task import Task
from plancore.simulate.trace import Failure, StepMisuse
from plancore.stop import NEVER, Budget, Checkpoint


def task_of(domain: Domain, objects: Iterable[TypedName]) -> Task:
    """A task with `objects`, without an initial state or a goal."""
    return Task(domain, Problem("", domain.name, objects=tuple(objects)))


def successor(
    task: Task, state: frozenset[GroundAtom], action: tuple[str, ...]
) -> frozenset[GroundAtom] | None:
    """The atoms after `action` (name and objects) in `state`; None if it is inapplicable, unknown,
    or does not fit the objects. Fluents have no values, so a numeric condition is false. Raises
    UndecidedError for actions that cannot be simulated, such as durative and probabilistic ones."""
    operator = task.bind(GroundAction(action))
    if not isinstance(operator, GroundOperator):
        return None
    world = World(task.axioms, state, {}, Budget(MAX_BINDINGS))
    if not operator.part.holds(world):
        return None
    try:
        changes = operator.part.changes(world)
    except InapplicableError:
        # A numeric effect on a fluent without a value; the atoms change nevertheless.
        changes = operator.part.changes(
            World(task.axioms, state, _zeros(task), Budget(MAX_BINDINGS))
        )
    world.apply(Delta(changes.adds, changes.dels))
    return frozenset(world.facts.atoms)


def changed(task: Task, world: World, action: tuple[str, ...]) -> Delta | None:
    """Apply `action` (name and objects) to `world` and return the changed atoms and values; None,
    without a change, if it is inapplicable. Raises UndecidedError for actions that cannot be
    simulated."""
    operator = task.bind(GroundAction(action))
    if not isinstance(operator, GroundOperator):
        return None
    return advance(operator.part, world)


def applicable_arguments(task: Task, name: str, world: World) -> tuple[str, ...] | None:
    """The first objects, in the order of declaration, for which the action `name` is applicable in
    a state; None if there are none. A durative action is tested at its start.

    Raises UndecidedError for actions that cannot be simulated, and SpentError if the budget of
    `world` does not suffice.
    """
    schema = task.schema(name)
    condition = schema.parts["start" if schema.durative else ""].condition
    parameters = schema.action.parameters
    slots = tuple(Variable(slot, each.name, each.types) for slot, each in enumerate(parameters))
    order = {name: number for number, name in enumerate(task.objects.types)}
    env = [""] * schema.size
    return min(
        (
            tuple(env[: len(slots)])
            for _ in Query(slots, conjuncts(condition), task.objects).solutions(env, world)
        ),
        key=lambda names: [order[name] for name in names],
        default=None,
    )


def with_derived(task: Task, state: frozenset[GroundAtom]) -> frozenset[GroundAtom]:
    """The basic atoms of `state` and the derived atoms that follow from them; derived atoms in
    `state` are ignored. Raises UndecidedError for axioms that are not stratified."""
    derived = task.axioms.predicates
    world = World(task.axioms, state, {}, Budget(MAX_BINDINGS))
    for predicate in sorted(derived):
        world.source(predicate)
    return frozenset(atom for atom in state if atom[0] not in derived) | world.derived.atoms


def _zeros(task: Task) -> dict[tuple[str, ...], int]:
    """The value 0 for every fluent without parameters, such as `(total-cost)`."""
    return {(f.name,): 0 for f in task.domain.functions if not f.parameters}


# A task executed one action at a time; an inapplicable action has no effect.


class Play:
    """An interactive execution from the initial state of a task without times (see `is_stepwise`).
    The constructor and all members may raise UndecidedError, and what `checkpoint` raises."""

    def __init__(self, task: Task, *, checkpoint: Checkpoint = NEVER) -> None:
        self._task = task
        self._world = task.world(task.initial, checkpoint)
        self._tried = 0
        self._fault: Failure | StepMisuse | None = None

    def take(self, action: GroundAction) -> bool:
        """Apply `action` if it is applicable; return whether it was."""
        self._tried += 1
        done = do_step(self._tried, Step((action,)), self._task, self._world)
        self._fault = None if isinstance(done, Delta) else done
        return self._fault is None

    @property
    def why(self) -> str:
        """The reason why the last action was inapplicable; empty if it was applied."""
        if isinstance(self._fault, StepMisuse):
            return self._fault.misuse.message
        return "" if self._fault is None else self._fault.reason

    @property
    def is_goal_reached(self) -> bool:
        """Whether the goal holds now."""
        return self._task.goal.holds(self._world)


MAX_GROUND_ACTIONS: Final = 200_000


class Walk(NamedTuple):
    """States, and the actions between them, which are one fewer. `values` are the numeric fluents
    in each state; empty if the task has none."""

    states: tuple[StateAtoms, ...]
    actions: tuple[GroundAtom, ...]
    values: tuple[Mapping[GroundAtom, Value], ...] = ()


class Walker:
    """Random walks from the initial state of a task."""

    def __init__(self, task: Task) -> None:
        """Raises UndecidedError for a task with more than 200,000 ground actions."""
        self._task = task
        self._actions = _ground_actions(task)
        self._start: StateAtoms = frozenset(task.initial.dynamic | task.initial.static)

    def walk(self, length: int, dice: Random, checkpoint: Checkpoint = NEVER) -> Walk:
        """A walk of at most `length` actions; the same state of `dice` gives the same walk. Raises
        UndecidedError for actions that cannot be simulated."""
        states, actions = [self._start], list[GroundAtom]()
        values: list[Mapping[GroundAtom, Value]] = [self._task.initial.values]
        for _ in range(length):
            checkpoint()
            step = self._step(states[-1], values[-1], dice)
            if step is None:
                break
            action, after, numbers = step
            actions.append(action)
            states.append(after)
            values.append(numbers)
        return Walk(tuple(states), tuple(actions), tuple(values) if values[0] else ())

    def _step(
        self, state: StateAtoms, values: Mapping[GroundAtom, Value], dice: Random
    ) -> tuple[GroundAtom, StateAtoms, Mapping[GroundAtom, Value]] | None:
        """A random applicable action and the state after it; None in a dead end."""
        order = list(range(len(self._actions)))
        # The order is shuffled on demand: most steps need only a few tries.
        for index in range(len(order)):
            chosen = dice.randrange(index, len(order))
            order[index], order[chosen] = order[chosen], order[index]
            action = self._actions[order[index]]
            if values:
                world = World(self._task.axioms, state, values, Budget(MAX_BINDINGS))
                if changed(self._task, world, action) is not None:
                    return action, frozenset(world.facts.atoms), world.values
                continue
            after = successor(self._task, state, action)
            if after is not None:
                return action, after, values
        return None


_MOST_TRIES: Final = 1_000_000
"""The maximum number of pairs of a state and a ground action; half a second of work."""


def goals_agree(task: Task, other: Formula, checkpoint: Checkpoint = NEVER) -> bool | None:
    """Whether the goal of `task` and `other` are equivalent in every reachable state; None if there
    are too many states to search. Raises as `goals_agreeing` does."""
    found = goals_agreeing(task, [other], checkpoint)
    return None if found is None else bool(found)


def goals_agreeing(
    task: Task, others: Sequence[Formula], checkpoint: Checkpoint = NEVER
) -> list[int] | None:
    """The indices of `others` that are equivalent to the goal of `task` in every reachable state;
    None if there are too many states to search.

    These are the states that satisfy the invariants of the domain. Raises UndecidedError for tasks
    with times or numeric conditions and for those that cannot be simulated, and what `checkpoint`
    raises.
    """
    operators = [task.bind(GroundAction(action)) for action in _ground_actions(task)]
    instant = [each for each in operators if isinstance(each, GroundOperator)]
    formulas = (part for a in task.domain.actions for part in walk(And((a.precondition, a.effect))))
    is_timed = any(each.kind is not ActionKind.ACTION for each in task.domain.actions)
    if (
        is_timed
        or task.timed
        or task.unsupported
        or any(isinstance(each, Comparison) for each in formulas)
    ):
        raise UndecidedError("states are not sets of atoms")
    goals = {
        number: Task(task.domain, replace(task.problem, goal=other)).goal
        for number, other in enumerate(others)
    }
    start: StateAtoms = frozenset(task.initial.facts)
    seen, waiting, tries = {start}, [start], 0
    while waiting:
        checkpoint(len(seen), "reachable states")
        state = waiting.pop()
        world = World(task.axioms, state, task.initial.values, Budget(MAX_BINDINGS))
        holds = task.goal.holds(world)
        goals = {number: goal for number, goal in goals.items() if goal.holds(world) is holds}
        if not goals:
            return []
        tries += len(instant)
        if tries > _MOST_TRIES:
            return None
        for operator in instant:
            if operator.part.holds(world):
                try:
                    change = operator.part.changes(world)
                except InapplicableError as error:
                    raise UndecidedError("an effect has no value") from error
                after = (state - {*change.dels}) | {*change.adds}
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
    return list(goals)


def walk_along(task: Task, plan: Plan) -> Walk:
    """The states of `plan`, up to the first failing step. Raises UndecidedError for a plan that
    cannot be simulated, and for one with times or parallel steps."""
    if plan.timed or any(step.concurrent for step in plan.steps):
        raise UndecidedError("parallel or temporal steps are not supported")
    trace = execute(task, plan)
    if trace.undecided is not None and not trace.executable:
        raise UndecidedError(trace.undecided)
    count = len(trace.states)
    passed = [trace.state(step) for step in range(count + 1)]
    states = tuple(frozenset(state.facts) for state in passed)
    values = tuple(state.values for state in passed) if passed[0].values else ()
    return Walk(states, tuple(step.action.key for step in plan.steps[:count]), values)


def _ground_actions(task: Task) -> list[GroundAtom]:
    ground: list[GroundAtom] = []
    for action in task.domain.actions:
        for args in product(*(task.objects.of(p.types) for p in action.parameters)):
            ground.append((action.name, *args))
            if len(ground) > MAX_GROUND_ACTIONS:
                raise UndecidedError(
                    f"the problem has more than {MAX_GROUND_ACTIONS:,} ground actions"
                )
    return ground
