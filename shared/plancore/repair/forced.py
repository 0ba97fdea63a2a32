"""Plans executed to their end whatever fails: what each step changes, and what does not hold."""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from plancore.model.ground import GroundAtom
from plancore.model.plan import Plan
from plancore.repair.requirements import Requirement, Requirements
from plancore.simulate.conditions import Frame
from plancore.simulate.ground import GroundOperator
from plancore.simulate.limits import MAX_BINDINGS, UndecidedError
from plancore.simulate.parts import InapplicableError, settle
from plancore.simulate.state import Delta
from plancore.simulate.task import Task
from plancore.simulate.world import World
from plancore.stop import NEVER, Checkpoint

_CHECK_EVERY = 256
_NO_ARGS: tuple[str, ...] = ()


class Flaw(NamedTuple):
    """A requirement that does not hold before step `moment`, counted from one.

    The goal comes after the last step.
    """

    moment: int
    requirement: Requirement


class ForcedRun:
    """A plan without times, each step of which has its effects although its condition is false.

    So every condition is looked at that a repair must see to, not only the first: without
    conditional effects what a step does depends on nothing before it.

    Raises UndecidedError for plans that are not supported, or that have a step which is no instance
    of an action.
    """

    def __init__(self, task: Task, plan: Plan, checkpoint: Checkpoint = NEVER) -> None:
        self.task = task
        self.operators = operators_of(task, plan)
        self.flaws: list[Flaw] = []
        self._added: dict[GroundAtom, list[int]] = {}
        self._deleted: dict[GroundAtom, list[int]] = {}
        self._requirements: dict[str, Requirements] = {}
        self._execute(checkpoint)

    @property
    def end(self) -> int:
        """The moment at which the goal must hold."""
        return len(self.operators) + 1

    def requirements(self, moment: int) -> tuple[Requirements, tuple[str, ...]]:
        """What must hold before step `moment`, and for which objects."""
        if moment == self.end:
            name, args = "", _NO_ARGS
        else:
            operator = self.operators[moment - 1]
            name, args = operator.name, operator.args
        known = self._requirements.get(name)
        if known is None:
            task = self.task
            action = task.action(name)
            condition = task.problem.goal if action is None else action.precondition
            frame = Frame(() if action is None else action.parameters)
            known = self._requirements[name] = Requirements(condition, frame, task)
        return known, args

    def last(self, atom: GroundAtom, moment: int, *, added: bool) -> int:
        """The last step before `moment` that adds `atom`, or deletes it; 0 where none does.

        A step that does both adds it.
        """
        steps = (self._added if added else self._deleted).get(atom, ())
        index = bisect_left(steps, moment)
        return steps[index - 1] if index else 0

    def holds(self, atom: GroundAtom, moment: int) -> bool:
        """Whether `atom`, which is not derived, is true before step `moment`."""
        added = self.last(atom, moment, added=True)
        deleted = self.last(atom, moment, added=False)
        return added > deleted or (added == deleted == 0 and self.task.initial.holds(atom))

    def _execute(self, checkpoint: Checkpoint) -> None:
        world = self.task.world(None, checkpoint, MAX_BINDINGS)
        for moment, operator in enumerate(self.operators, start=1):
            if moment % _CHECK_EVERY == 0:
                checkpoint()
            part = operator.part
            if not part.holds(world):
                self._note(moment, world)
            try:
                adds, dels, updates = part.changes(world)
                values = settle(updates, world)
            except InapplicableError as problem:
                raise UndecidedError(f"the effect of {operator}: {problem.reason}") from None
            for atom in adds:
                self._added.setdefault(atom, []).append(moment)
            for atom in set(dels).difference(adds):
                self._deleted.setdefault(atom, []).append(moment)
            world.apply(Delta(adds, dels, values))
        if not self.task.goal.holds(world):
            self._note(self.end, world)

    def _note(self, moment: int, world: World) -> None:
        requirements, args = self.requirements(moment)
        self.flaws += [Flaw(moment, false) for false in requirements.false(args, world)]


def operators_of(task: Task, plan: Plan) -> list[GroundOperator]:
    """The operator of each step; raises UndecidedError where there is not one for each."""
    if plan.timed or task.timed:
        raise UndecidedError("plans with times are not supported")
    if task.unsupported is not None:
        raise UndecidedError(task.unsupported)
    operators: list[GroundOperator] = []
    for index, step in enumerate(plan.steps, start=1):
        if len(step.actions) != 1:
            raise UndecidedError(f"step {index} has several actions at once: not supported")
        operator = task.bind(step.actions[0])
        if not isinstance(operator, GroundOperator):
            raise UndecidedError(f"step {index}: {operator.message}")
        if operator.durative:
            raise UndecidedError(f"{operator} takes time: not supported")
        operators.append(operator)
    return operators
