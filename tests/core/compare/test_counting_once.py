"""A review of two plans counts their actions once, whatever the number of metrics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from plancore.model import plan
from plancore.model.plan import GroundAction, Plan, Step, StepKey
from plancore.report.plan.review import PlanSide, review_plans
from plancore.source import SourceText


def test_the_actions_of_a_plan_are_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[list[StepKey]] = []

    def count(actions: Iterable[StepKey]) -> Counter[StepKey]:
        counted.append(list(actions))
        return Counter(counted[-1])

    monkeypatch.setattr(plan, "Counter", count)
    plans = [
        Plan(tuple(Step((GroundAction((name,)),)) for name in text)) for text in ("abca", "acd")
    ]
    learned, reference = (PlanSide("p", SourceText(""), each) for each in plans)
    review_plans(learned, reference)
    assert sorted(counted) == [[(name,) for name in text] for text in ("abca", "acd")]
