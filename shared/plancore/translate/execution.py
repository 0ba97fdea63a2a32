"""Executes plans in their own model and, with their problems translated, in the other: which of
them stay valid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice, product
from typing import Final

from plancore.correspondence.pairs import Pairs, Side
from plancore.formula.translating import UntranslatableError
from plancore.model.domain import ActionKind, Domain
from plancore.model.formula import And, Formula, conjuncts
from plancore.model.plan import GroundAction, Plan, Step
from plancore.model.problem import PlanMetric, Problem
from plancore.model.record import record
from plancore.simulate.atoms import UndecidedError
from plancore.simulate.execute import execute
from plancore.simulate.explain import why
from plancore.simulate.ground import GroundOperator
from plancore.simulate.happen import ActionInstant, happen
from plancore.simulate.state import World
from plancore.simulate.task import Task
from plancore.simulate.trace import Failure, Trace, Verdict
from plancore.stop import NEVER, Checkpoint
from plancore.translate.formulas import (
    ConditionTranslator,
    FactTranslator,
    Remarks,
    TranslatedObjects,
)
from plancore.translate.translation import Counterpart, Translation


@record
class TranslatedProblem:
    """A problem of the target. `remarks` report what was left out or added. `has_whole_goal` is
    false if part of the goal was left out."""

    problem: Problem
    has_whole_goal: bool
    remarks: tuple[str, ...]


def translated(problem: Problem, translation: Translation) -> TranslatedProblem:
    """Translate `problem` from the source of `translation` to its target."""
    remarks = Remarks()
    objects = TranslatedObjects(translation, problem, remarks)
    facts = FactTranslator(translation, objects, remarks).facts(problem)
    conditions = ConditionTranslator(translation, objects)
    goals: list[Formula] = []
    is_whole = problem.constraints is None
    for part in conjuncts(problem.goal):
        try:
            goals.append(conditions.formula(part))
        except UntranslatableError as error:
            is_whole = False
            remarks.add(f"a part of the goal is left out: {error}")
    if problem.constraints is not None:
        remarks.add("the trajectory constraints are left out")
    result = Problem(
        problem.name,
        translation.target.name,
        objects=tuple(objects.added),
        init=facts,
        goal=And(tuple(goals)),
        metric=_metric(problem.metric, conditions, remarks),
    )
    return TranslatedProblem(result, is_whole, remarks.texts)


def _metric(
    metric: PlanMetric | None, conditions: ConditionTranslator, remarks: Remarks
) -> PlanMetric | None:
    if metric is None:
        return None
    try:
        return replace(metric, expression=conditions.expression(metric.expression))
    except UntranslatableError as error:
        remarks.add(f"the metric is left out: {error}")
        return None


_GOAL_IN_PART: Final = "part of the goal cannot be translated"


@record
class PlanToExecute:
    """A plan with its problem, and the problem of the other model, one of which may be None: it is
    translated from the other one."""

    name: str
    plan: Plan
    own: Problem | None
    other: Problem | None


@record
class PlanInBothModels:
    """A plan executed in its own model and, translated, in the other one.

    `translation` and `other_trace` are None if the plan is invalid in its own model, or if part of
    that model's goal could not be translated. `has_whole_goal` is whether the goal of the other
    model is complete; if not, it is unknown whether the plan reaches it.
    """

    name: str
    n_steps: int
    own_trace: Trace
    translation: TranslatedPlan | None
    other_trace: Trace | None
    has_whole_goal: bool

    @property
    def own_reason(self) -> str | None:
        """Why it is invalid in its own model, in a line; None if it is valid."""
        return why(self.own_trace) or (_GOAL_IN_PART if self.translation is None else None)

    @property
    def stays_valid(self) -> bool:
        """Whether all steps were translated and executed, and reached the whole goal."""
        translation, other_trace = self.translation, self.other_trace
        if translation is None or other_trace is None or translation.lack is not None:
            return False
        return other_trace.verdict is Verdict.VALID and self.has_whole_goal

    @property
    def stops_at(self) -> int | None:
        """The number, from 1, of the step not translated or executed; None if all were."""
        if self.translation is None or self.other_trace is None:
            return None
        if self.other_trace.failing_step is not None:
            return self.other_trace.failing_step
        return None if self.translation.lack is None else len(self.translation.plan) + 1

    @property
    def reason(self) -> str | None:
        """Why it does not stay valid, in a line; None if it does or is invalid in its own model."""
        if self.translation is None or self.other_trace is None or self.stays_valid:
            return None
        if self.other_trace.failing_step is None and self.translation.lack is not None:
            return self.translation.lack
        return why(self.other_trace) or _GOAL_IN_PART

    @property
    def choices(self) -> tuple[StepChoice, ...]:
        """The steps that had several applicable translations."""
        return () if self.translation is None else self.translation.choices


@record
class PlansInBothModels:
    """The plans of the model on `side`; `remarks` report what was not translated of problems."""

    side: Side
    plans: tuple[PlanInBothModels, ...]
    remarks: tuple[str, ...]

    @property
    def n_valid(self) -> int:
        """The number of plans that are valid in their own model."""
        return sum(plan.translation is not None for plan in self.plans)

    @property
    def n_staying(self) -> int:
        """The number of those that stay valid."""
        return sum(plan.stays_valid for plan in self.plans)


def execute_translated(
    pairs: Pairs,
    learned: Domain,
    reference: Domain,
    side: Side,
    plans: Iterable[PlanToExecute],
    checkpoint: Checkpoint = NEVER,
) -> PlansInBothModels:
    """Execute plans of the model on `side` there and, through `pairs`, in the other model. Raises
    ValueError for a plan without any problem, and what `checkpoint` raises."""
    executor = _Executor(
        Translation(pairs, learned, reference, side),
        Translation(pairs, learned, reference, side.other),
        checkpoint,
    )
    executed = tuple(map(executor.executed, plans))
    return PlansInBothModels(side, executed, tuple(executor.remarks))


class _Executor:
    def __init__(self, there: Translation, back: Translation, checkpoint: Checkpoint) -> None:
        self.there, self.back, self.checkpoint = there, back, checkpoint
        self.remarks: dict[str, None] = {}
        self._tasks: dict[tuple[int, int], tuple[Problem | None, Problem | None, _Tasks]] = {}

    def executed(self, plan: PlanToExecute) -> PlanInBothModels:
        tasks = self._tasks_of(plan)
        own_trace = execute(tasks.own, plan.plan, checkpoint=self.checkpoint)
        made = other_trace = None
        if own_trace.verdict is Verdict.VALID and tasks.has_whole_own_goal:
            made = translated_plan(plan.plan, self.there, tasks.other, self.checkpoint)
            other_trace = execute(tasks.other, made.plan, checkpoint=self.checkpoint)
        n_steps, is_whole = len(plan.plan), tasks.has_whole_other_goal
        return PlanInBothModels(plan.name, n_steps, own_trace, made, other_trace, is_whole)

    def _tasks_of(self, plan: PlanToExecute) -> _Tasks:
        """The two tasks of a plan, cached by problem."""
        key = id(plan.own), id(plan.other)
        known = self._tasks.get(key)
        if known is None:
            known = self._tasks[key] = (plan.own, plan.other, self._made(plan))
        return known[2]

    def _made(self, plan: PlanToExecute) -> _Tasks:
        own, other = plan.own, plan.other
        own_is_whole = other_is_whole = True
        if own is None:
            if other is None:
                raise ValueError("a plan needs a problem")
            made = self._translated(other, self.back)
            own, own_is_whole = made.problem, made.has_whole_goal
        elif other is None:
            made = self._translated(own, self.there)
            other, other_is_whole = made.problem, made.has_whole_goal
        tasks = Task(self.there.source, own), Task(self.there.target, other)
        return _Tasks(*tasks, own_is_whole, other_is_whole)

    def _translated(self, problem: Problem, translation: Translation) -> TranslatedProblem:
        made = translated(problem, translation)
        for remark in made.remarks:
            self.remarks.setdefault(
                f"{problem.name}, for the {translation.side.other} domain: {remark}"
            )
        return made


@record
class _Tasks:
    own: Task
    other: Task
    has_whole_own_goal: bool
    has_whole_other_goal: bool


# Translation of a plan, step by step, for a task of the other model.

_MOST_TRIED: Final = 10_000
"""The maximum number of ground actions that are tried for one step."""


@record
class StepChoice:
    """A step, counted from 1, with several applicable translations; the first was taken."""

    step: int
    action: GroundAction
    n_applicable: int


@record
class TranslatedPlan:
    """A plan of the other model, up to the first step that fails there. `lack` is why the next step
    of the original has no translation."""

    plan: Plan
    choices: tuple[StepChoice, ...] = ()
    lack: str | None = None


def translated_plan(
    plan: Plan, translation: Translation, task: Task, checkpoint: Checkpoint = NEVER
) -> TranslatedPlan:
    """Translate `plan` from the source of `translation` for `task` of its target. A parameter that
    the source lacks is tried with every object that fits, and an action with several counterparts
    as each of them. The first applicable candidate is taken."""
    return _Walk(translation, task, checkpoint).of(plan)


class _Walk:
    """Executes translated steps as long as they are applicable."""

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
            times = (step.start, step.duration)
            made_step = Step(tuple(actions), step.concurrent, *times, decimals=step.decimals)
            steps.append(made_step)
            if self.world is not None and not self._advance(number, actions, self.world):
                break
        return self._result(plan, steps)

    def _result(self, plan: Plan, steps: list[Step], lack: str | None = None) -> TranslatedPlan:
        made = replace(plan, steps=tuple(steps), cost=None, skipped=())
        return TranslatedPlan(made, tuple(self.choices), lack)

    def _start(self, plan: Plan) -> World | None:
        """The initial state; None if steps take time, as intermediate states are not known then."""
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
            return f"no object fits a parameter of {action}"
        if len(tried) == 1:
            return tried[0]
        if len(tried) > _MOST_TRIED:
            return f"{action} may correspond to more than {_MOST_TRIED:,} ground actions"
        if self.world is None:
            return f"{action} may correspond to {len(tried)} ground actions; states are not tried"
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
        """Execute a step; return whether it is applicable."""
        occurrences = []
        try:
            for action in actions:
                operator = self.task.bind(action)
                if not isinstance(operator, GroundOperator):
                    return False
                occurrences.append(ActionInstant(number, action, operator.part))
            return not isinstance(happen(occurrences, self.task, world), Failure)
        except UndecidedError:
            return False
