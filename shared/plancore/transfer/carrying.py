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
from plancore.transfer.plans import StepChoice, TranslatedPlan, translated_plan
from plancore.transfer.problems import TranslatedProblem, translated
from plancore.transfer.way import Way

_GOAL_IN_PART: Final = "not all of the goal could be translated"


@record
class PlanToCarry:
    """A plan with its problem, and the problem of the other model, one of which may be None: it is
    translated from the other one."""

    name: str
    plan: Plan
    own: Problem | None
    other: Problem | None


@record
class CarriedPlan:
    """A plan at home and abroad. `translation` and `abroad` are None where it is not valid at home,
    or was not shown to be, because part of the goal has no words there.

    Where `has_whole_goal` is false, nothing says that the plan reaches the goal abroad.
    """

    name: str
    n_steps: int
    home: Trace
    translation: TranslatedPlan | None
    abroad: Trace | None
    has_whole_goal: bool

    @property
    def own_reason(self) -> str | None:
        """Why it is not valid at home, in a line; None where it is."""
        return why(self.home) or (_GOAL_IN_PART if self.translation is None else None)

    @property
    def stays_valid(self) -> bool:
        """Whether all steps were translated and executed, and reached the whole goal."""
        translation, abroad = self.translation, self.abroad
        if translation is None or abroad is None or translation.lack is not None:
            return False
        return abroad.verdict is Verdict.VALID and self.has_whole_goal

    @property
    def stops_at(self) -> int | None:
        """The step, from one, that could not be translated or executed; None where all were."""
        if self.translation is None or self.abroad is None:
            return None
        if self.abroad.failing_step is not None:
            return self.abroad.failing_step
        return None if self.translation.lack is None else len(self.translation.plan) + 1

    @property
    def reason(self) -> str | None:
        """Why it does not stay valid, in a line; None where it does, or is not valid at home."""
        if self.translation is None or self.abroad is None or self.stays_valid:
            return None
        if self.abroad.failing_step is None and self.translation.lack is not None:
            return self.translation.lack
        return why(self.abroad) or _GOAL_IN_PART

    @property
    def choices(self) -> tuple[StepChoice, ...]:
        """The steps whose translation was one of several that apply."""
        return () if self.translation is None else self.translation.choices


@record
class Carried:
    """The plans of the model on `side`. `remarks` say of problems what was not translated."""

    side: Side
    plans: tuple[CarriedPlan, ...]
    remarks: tuple[str, ...]

    @property
    def n_valid(self) -> int:
        """How many plans are valid at home."""
        return sum(plan.translation is not None for plan in self.plans)

    @property
    def n_staying(self) -> int:
        """How many of these stay valid."""
        return sum(plan.stays_valid for plan in self.plans)


def carry(
    pairs: Pairs,
    learned: Domain,
    reference: Domain,
    side: Side,
    plans: Iterable[PlanToCarry],
    checkpoint: Checkpoint = NEVER,
) -> Carried:
    """Execute plans of the model on `side` there and, through `pairs`, in the other model.

    Raises ValueError for a plan without any problem, and what `checkpoint` raises.
    """
    carrier = _Carrier(
        Way(pairs, learned, reference, side), Way(pairs, learned, reference, side.other), checkpoint
    )
    carried = tuple(map(carrier.carried, plans))
    return Carried(side, carried, tuple(carrier.remarks))


class _Carrier:
    def __init__(self, there: Way, back: Way, checkpoint: Checkpoint) -> None:
        self.there, self.back, self.checkpoint = there, back, checkpoint
        self.remarks: dict[str, None] = {}
        self._tasks: dict[tuple[int, int], tuple[Problem | None, Problem | None, _Tasks]] = {}

    def carried(self, plan: PlanToCarry) -> CarriedPlan:
        tasks = self._tasks_of(plan)
        home = execute(tasks.home, plan.plan, checkpoint=self.checkpoint)
        made = abroad = None
        if home.verdict is Verdict.VALID and tasks.has_whole_goal_at_home:
            made = translated_plan(plan.plan, self.there, tasks.abroad, self.checkpoint)
            abroad = execute(tasks.abroad, made.plan, checkpoint=self.checkpoint)
        n_steps, is_whole = len(plan.plan), tasks.has_whole_goal_abroad
        return CarriedPlan(plan.name, n_steps, home, made, abroad, is_whole)

    def _tasks_of(self, plan: PlanToCarry) -> _Tasks:
        """The two tasks of a plan, made once for each problem."""
        key = id(plan.own), id(plan.other)
        known = self._tasks.get(key)
        if known is None:
            known = self._tasks[key] = (plan.own, plan.other, self._made(plan))
        return known[2]

    def _made(self, plan: PlanToCarry) -> _Tasks:
        own, other = plan.own, plan.other
        at_home = abroad = True
        if own is None:
            if other is None:
                raise ValueError("a plan needs a problem")
            made = self._translated(other, self.back)
            own, at_home = made.problem, made.has_whole_goal
        elif other is None:
            made = self._translated(own, self.there)
            other, abroad = made.problem, made.has_whole_goal
        home, target = Task(self.there.source, own), Task(self.there.target, other)
        return _Tasks(home, target, at_home, abroad)

    def _translated(self, problem: Problem, way: Way) -> TranslatedProblem:
        made = translated(problem, way)
        for remark in made.remarks:
            self.remarks.setdefault(f"{problem.name}, for the {way.side.other} domain: {remark}")
        return made


@record
class _Tasks:
    home: Task
    abroad: Task
    has_whole_goal_at_home: bool
    has_whole_goal_abroad: bool
