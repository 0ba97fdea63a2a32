"""A plan put through pairs of names, step by step, in a task of the other model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice, product
from typing import Final

from plancore.model.domain import ActionKind
from plancore.model.plan import GroundAction, Plan, Step
from plancore.model.record import record
from plancore.simulate.ground import GroundOperator
from plancore.simulate.happen import Occurrence, happen
from plancore.simulate.limits import UndecidedError
from plancore.simulate.task import Task
from plancore.simulate.trace import Failure
from plancore.simulate.world import World
from plancore.stop import NEVER, Checkpoint
from plancore.translate.translation import Counterpart, Translation

_MOST_TRIED: Final = 10_000
"""How many ground actions are tried for one step."""


@record
class StepChoice:
    """A step, counted from one, that had several translations that apply; the first was taken."""

    step: int
    action: GroundAction
    n_applicable: int


@record
class TranslatedPlan:
    """A plan of the other model, up to the first step that fails there.

    `lack` says why the next step of the original has no translation.
    """

    plan: Plan
    choices: tuple[StepChoice, ...] = ()
    lack: str | None = None


def translated_plan(
    plan: Plan, translation: Translation, task: Task, checkpoint: Checkpoint = NEVER
) -> TranslatedPlan:
    """`plan` of the source of `translation`, for `task` of its target.

    A parameter that the source does not have is tried with every object that fits, and an action
    with several counterparts as each of them: what applies is taken, the first of several.
    """
    return _Walk(translation, task, checkpoint).of(plan)


class _Walk:
    """Goes from state to state, as far as steps apply."""

    def __init__(self, translation: Translation, task: Task, checkpoint: Checkpoint) -> None:
        self.translation, self.task, self.checkpoint = translation, task, checkpoint
        self.world: World | None = None
        self.choices: list[StepChoice] = []

    def of(self, plan: Plan) -> TranslatedPlan:
        self.world = self._start(plan)
        steps: list[Step] = []
        for number, step in enumerate(plan.steps, start=1):
            self.checkpoint(number, "plan")
            actions = []
            for action in step.actions:
                chosen = self._chosen(number, action)
                if isinstance(chosen, str):
                    return self._result(plan, steps, chosen)
                actions.append(chosen)
            steps.append(Step(tuple(actions), step.concurrent, step.start, step.duration))
            if self.world is not None and not self._advance(number, actions, self.world):
                break
        return self._result(plan, steps)

    def _result(self, plan: Plan, steps: list[Step], lack: str | None = None) -> TranslatedPlan:
        made = replace(plan, steps=tuple(steps), cost=None, skipped=())
        return TranslatedPlan(made, tuple(self.choices), lack)

    def _start(self, plan: Plan) -> World | None:
        """The initial state; None where steps take time, and states are not known in between."""
        kinds = {action.kind for action in self.task.domain.actions}
        if plan.timed or ActionKind.DURATIVE in kinds or self.task.timed:
            return None
        try:
            return self.task.world(checkpoint=self.checkpoint)
        except UndecidedError:
            return None

    def _chosen(self, number: int, action: GroundAction) -> GroundAction | str:
        """The translation of an action, or why it has none."""
        counterparts = self.translation.actions.get(action.name, [])
        if not counterparts:
            return f"{action} has no counterpart"
        tried = list(islice(self._candidates(action, counterparts), _MOST_TRIED + 1))
        if not tried:
            return f"{action} has a parameter that no object fits"
        if len(tried) == 1:
            return tried[0]
        if len(tried) > _MOST_TRIED:
            return f"{action} may stand for more than {_MOST_TRIED:,} ground actions"
        if self.world is None:
            return f"{action} may stand for {len(tried)} ground actions, and states are not tried"
        applicable = [candidate for candidate in tried if self._applies(candidate, self.world)]
        if len(applicable) > 1:
            self.choices.append(StepChoice(number, applicable[0], len(applicable)))
        return (applicable or sorted(tried, key=self._is_misuse))[0]

    def _candidates(
        self, action: GroundAction, counterparts: Iterable[Counterpart]
    ) -> Iterator[GroundAction]:
        args = [*map(self.translation.object, action.args)]
        for counterpart in counterparts:
            choices = [
                self.task.objects.of(types) if place is None else (args[place],)
                for types, place in zip(counterpart.types, counterpart.shape.places, strict=True)
            ]
            for chosen in product(*choices):
                yield GroundAction((counterpart.name, *chosen))

    def _applies(self, action: GroundAction, world: World) -> bool:
        try:
            operator = self.task.bind(action)
            return isinstance(operator, GroundOperator) and operator.part.holds(world)
        except UndecidedError:
            return False

    def _is_misuse(self, action: GroundAction) -> bool:
        try:
            return not isinstance(self.task.bind(action), GroundOperator)
        except UndecidedError:
            return True

    def _advance(self, number: int, actions: Iterable[GroundAction], world: World) -> bool:
        """Do a step; whether it can be done."""
        occurrences = []
        try:
            for action in actions:
                operator = self.task.bind(action)
                if not isinstance(operator, GroundOperator):
                    return False
                occurrences.append(Occurrence(number, action, operator.part))
            return not isinstance(happen(occurrences, self.task, world), Failure)
        except UndecidedError:
            return False
