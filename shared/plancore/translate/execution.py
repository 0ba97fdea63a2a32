"""Plans of one model executed there and, translated, in the other: which of them stay valid."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from plancore.correspondence.pairs import Pairs, Side
from plancore.model.domain import Domain
from plancore.model.plan import Plan
from plancore.model.problem import Problem
from plancore.model.record import record
from plancore.simulate.execute import execute
from plancore.simulate.explain import why
from plancore.simulate.task import Task
from plancore.simulate.trace import Trace, Verdict
from plancore.stop import NEVER, Checkpoint
from plancore.translate.plans import StepChoice, TranslatedPlan, translated_plan
from plancore.translate.problems import TranslatedProblem, translated
from plancore.translate.translation import Translation

_GOAL_IN_PART: Final = "not all of the goal could be translated"


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

    `translation` and `other_trace` are None where it is not valid in its own, or was not shown to
    be, because part of the goal could not be translated. Where `has_whole_goal` is false, nothing
    says that the plan reaches the goal in the other one.
    """

    name: str
    n_steps: int
    own_trace: Trace
    translation: TranslatedPlan | None
    other_trace: Trace | None
    has_whole_goal: bool

    @property
    def own_reason(self) -> str | None:
        """Why it is not valid in its own model, in a line; None where it is."""
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
        """The step, from one, that could not be translated or executed; None where all were."""
        if self.translation is None or self.other_trace is None:
            return None
        if self.other_trace.failing_step is not None:
            return self.other_trace.failing_step
        return None if self.translation.lack is None else len(self.translation.plan) + 1

    @property
    def reason(self) -> str | None:
        """Why it does not stay valid, in a line; None where it does, or is not in its own."""
        if self.translation is None or self.other_trace is None or self.stays_valid:
            return None
        if self.other_trace.failing_step is None and self.translation.lack is not None:
            return self.translation.lack
        return why(self.other_trace) or _GOAL_IN_PART

    @property
    def choices(self) -> tuple[StepChoice, ...]:
        """The steps whose translation was one of several that apply."""
        return () if self.translation is None else self.translation.choices


@record
class PlansInBothModels:
    """The plans of the model on `side`. `remarks` say of problems what was not translated."""

    side: Side
    plans: tuple[PlanInBothModels, ...]
    remarks: tuple[str, ...]

    @property
    def n_valid(self) -> int:
        """How many plans are valid in their own model."""
        return sum(plan.translation is not None for plan in self.plans)

    @property
    def n_staying(self) -> int:
        """How many of these stay valid."""
        return sum(plan.stays_valid for plan in self.plans)


def execute_translated(
    pairs: Pairs,
    learned: Domain,
    reference: Domain,
    side: Side,
    plans: Iterable[PlanToExecute],
    checkpoint: Checkpoint = NEVER,
) -> PlansInBothModels:
    """Execute plans of the model on `side` there and, through `pairs`, in the other model.

    Raises ValueError for a plan without any problem, and what `checkpoint` raises.
    """
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
        """The two tasks of a plan, made once for each problem."""
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
