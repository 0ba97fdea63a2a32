"""A problem in the words of another model."""

from __future__ import annotations

from dataclasses import replace

from plancore.model.formula import And, Formula, conjuncts
from plancore.model.problem import Metric, Problem
from plancore.model.record import record
from plancore.translate.conditions import ConditionTransfer, NoWordsError
from plancore.translate.facts import FactTransfer
from plancore.translate.objects import TranslatedObjects
from plancore.translate.remarks import Remarks
from plancore.translate.translation import Translation


@record
class TranslatedProblem:
    """A problem of the target. `remarks` say what is not in it, or was added.

    Where `has_whole_goal` is false, part of the goal is not in it, and no plan reaches that.
    """

    problem: Problem
    has_whole_goal: bool
    remarks: tuple[str, ...]


def translated(problem: Problem, way: Translation) -> TranslatedProblem:
    """`problem` of the source of `way`, as one of the target."""
    remarks = Remarks()
    objects = TranslatedObjects(way, problem, remarks)
    facts = FactTransfer(way, objects, remarks).of(problem)
    conditions = ConditionTransfer(way, objects)
    goals, is_whole = _goals(problem.goal, conditions, remarks)
    if problem.constraints is not None:
        remarks.add("the trajectory constraints are left out")
    result = Problem(
        problem.name,
        way.target.name,
        objects=tuple(objects.added),
        init=facts,
        goal=And(goals),
        metric=_metric(problem.metric, conditions, remarks),
    )
    is_whole = is_whole and problem.constraints is None
    return TranslatedProblem(result, is_whole, remarks.texts)


def _goals(
    goal: Formula, conditions: ConditionTransfer, remarks: Remarks
) -> tuple[tuple[Formula, ...], bool]:
    goals: list[Formula] = []
    is_whole = True
    for part in conjuncts(goal):
        try:
            goals.append(conditions.of(part))
        except NoWordsError as lack:
            is_whole = False
            remarks.add(f"a part of the goal is left out: {lack}")
    return tuple(goals), is_whole


def _metric(
    metric: Metric | None, conditions: ConditionTransfer, remarks: Remarks
) -> Metric | None:
    if metric is None:
        return None
    try:
        return replace(metric, expression=conditions.expression(metric.expression))
    except NoWordsError as lack:
        remarks.add(f"the metric is left out: {lack}")
        return None
