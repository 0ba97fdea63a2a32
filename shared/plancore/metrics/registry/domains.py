"""The other metrics of two domains; some need time, states, plans or a codec."""

from __future__ import annotations

from typing import Any, Final

from plancore.metrics import (
    amlgym,
    coded_power,
    edit_distance,
    equivalence,
    exploration_walks,
    meaning,
    plan_acceptance,
    predictive_power,
    reconstruction_error,
    text_similarity,
    trace_consistency,
)
from plancore.metrics.base import DomainCase, Metric

METRICS: Final[tuple[Metric[DomainCase, Any], ...]] = (
    reconstruction_error.METRIC,
    text_similarity.METRIC,
    edit_distance.METRIC,
    equivalence.METRIC,
    meaning.METRIC,
    predictive_power.METRIC,
    coded_power.METRIC,
    trace_consistency.METRIC,
    exploration_walks.METRIC,
    plan_acceptance.METRIC,
    amlgym.METRIC,
)
