"""The metrics of problem solving."""

from __future__ import annotations

from typing import Any, Final

from plancore.metrics import (
    heuristic_equivalence,
    plan_cost,
    plan_precision,
    plan_recall,
    planning_time,
    problem_solving,
    unsolvability,
)
from plancore.metrics.attempts import SolvingSet
from plancore.metrics.base import Metric

METRICS: Final[tuple[Metric[SolvingSet, Any], ...]] = (
    problem_solving.METRIC,
    plan_precision.METRIC,
    plan_recall.METRIC,
    heuristic_equivalence.METRIC,
    unsolvability.METRIC,
    planning_time.METRIC,
    plan_cost.METRIC,
)
