"""A review of two plans counts their actions once, whatever the number of metrics."""

from __future__ import annotations

from collections import Counter

import pytest

from plancore.model.plan import GroundAction, Plan, Step
from plancore.report.plan.review import PlanSide, review_plans
from plancore.source import SourceText


def test_the_actions_of_a_plan_are_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    walks: Counter[int] = Counter()
    actions = vars(Plan)["actions"].fget

    def walked(plan: Plan) -> object:
        walks[id(plan)] += 1
        return actions(plan)

    monkeypatch.setattr(Plan, "actions", property(walked))
    plans = [
        Plan(tuple(Step((GroundAction((name,)),)) for name in text)) for text in ("abca", "acd")
    ]
    learned, reference = (PlanSide("p", SourceText(""), plan) for plan in plans)
    review_plans(learned, reference)
    assert list(walks.values()) == [1, 1]
