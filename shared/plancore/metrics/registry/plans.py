"""The metrics of two plans."""

from __future__ import annotations

from typing import Any, Final

from plancore.metrics import (
    action_distance,
    causal_link_distance,
    plan_stability,
    planning_jaccard,
    planning_lcs,
    state_distance,
    uniqueness,
)
from plancore.metrics.base import Metric, PlanPair

METRICS: Final[tuple[Metric[PlanPair, Any], ...]] = (
    planning_lcs.METRIC,
    planning_jaccard.METRIC,
    action_distance.METRIC,
    plan_stability.METRIC,
    uniqueness.METRIC,
    state_distance.METRIC,
    causal_link_distance.METRIC,
)
