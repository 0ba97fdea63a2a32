"""A task played one action at a time: what cannot happen leaves everything as it is."""

from __future__ import annotations

from plancore.model.plan import GroundAction, Step
from plancore.simulate.limits import MAX_BINDINGS
from plancore.simulate.resume import do_step
from plancore.simulate.state import Delta
from plancore.simulate.task import Task
from plancore.stop import NEVER, Checkpoint


class Play:
    """From the initial state of a task on, which must not have times (see `is_stepwise`).

    Making one and asking may raise UndecidedError, and what `checkpoint` raises.
    """

    def __init__(
        self, task: Task, *, checkpoint: Checkpoint = NEVER, limit: int = MAX_BINDINGS
    ) -> None:
        self._task = task
        self._world = task.world(task.initial, checkpoint, limit)
        self._tried = 0

    def take(self, action: GroundAction) -> bool:
        """Whether `action` can happen now; if it can, it has."""
        self._tried += 1
        return type(do_step(self._tried, Step((action,)), self._task, self._world)) is Delta

    @property
    def is_goal_reached(self) -> bool:
        """Whether the goal holds now."""
        return self._task.goal.holds(self._world)
