"""Random walks: actions chosen evenly among those that apply, and the states in between.

A walk that comes to a state where nothing applies ends there. Walks see what is near their start
and little else, so states along them are no even sample of those that a problem can reach.
"""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Final, NamedTuple

from plancore.model.ground import GroundAtom, StateAtoms
from plancore.model.plan import Plan
from plancore.simulate.execute import execute
from plancore.simulate.limits import UndecidedError
from plancore.simulate.successor import successor
from plancore.simulate.task import Task
from plancore.stop import NEVER, Checkpoint

MAX_GROUND_ACTIONS: Final = 200_000


class Walk(NamedTuple):
    """States, and the actions between them: one fewer."""

    states: tuple[StateAtoms, ...]
    actions: tuple[GroundAtom, ...]


class Walker:
    """Random walks from the initial state of a task."""

    def __init__(self, task: Task) -> None:
        """Raises UndecidedError for a task with more than 200,000 ground actions."""
        self._task = task
        self._actions = _ground_actions(task)
        self._start: StateAtoms = frozenset(task.initial.dynamic | task.initial.static)

    def walk(self, length: int, dice: Random, checkpoint: Checkpoint = NEVER) -> Walk:
        """A walk of at most `length` actions; the same dice give the same walk. Raises
        UndecidedError for actions that cannot be simulated."""
        states, actions = [self._start], list[GroundAtom]()
        for _ in range(length):
            checkpoint()
            step = self._step(states[-1], dice)
            if step is None:
                break
            action, after = step
            actions.append(action)
            states.append(after)
        return Walk(tuple(states), tuple(actions))

    def _step(self, state: StateAtoms, dice: Random) -> tuple[GroundAtom, StateAtoms] | None:
        """A random applicable action and the state after it; None in a dead end."""
        order = list(range(len(self._actions)))
        # A shuffled order found lazily: most steps are done after a few tries.
        for index in range(len(order)):
            chosen = dice.randrange(index, len(order))
            order[index], order[chosen] = order[chosen], order[index]
            action = self._actions[order[index]]
            after = successor(self._task, state, action)
            if after is not None:
                return action, after
        return None


def walk_along(task: Task, plan: Plan) -> Walk:
    """The states that `plan` leads through, up to the first step that fails. Raises UndecidedError
    for a plan that cannot be simulated, and for one with times or steps of several actions."""
    if plan.timed or any(step.concurrent for step in plan.steps):
        raise UndecidedError("its steps are not one action after another")
    trace = execute(task, plan)
    if trace.undecided is not None:
        raise UndecidedError(trace.undecided)
    count = len(trace.states)
    states = tuple(frozenset(trace.state(step).facts) for step in range(count + 1))
    return Walk(states, tuple(step.action.key for step in plan.steps[:count]))


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
