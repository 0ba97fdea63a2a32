"""The metrics that compare two domains literal by literal; every review of domains shows them."""

from __future__ import annotations

from typing import Any, Final

from plancore.metrics import action_similarity, component_f1, syntactic
from plancore.metrics.base import DomainCase, Metric

METRICS: Final[tuple[Metric[DomainCase, Any], ...]] = (
    action_similarity.METRIC,
    syntactic.METRIC,
    component_f1.METRIC,
)
