"""Translation of a problem to another model."""

from __future__ import annotations

from dataclasses import replace

from plancore.formula.translating import UntranslatableError
from plancore.model.formula import And, Formula, conjuncts
from plancore.model.problem import PlanMetric, Problem
from plancore.model.record import record
from plancore.translate.formulas import (
    ConditionTranslator,
    FactTranslator,
    Remarks,
    TranslatedObjects,
)
from plancore.translate.translation import Translation


@record
class TranslatedProblem:
    """A problem of the target. `remarks` report what was left out or added.

    `has_whole_goal` is false if part of the goal was left out.
    """

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
