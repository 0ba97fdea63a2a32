"""The metrics of runs of language models."""

from __future__ import annotations

from typing import Any, Final

from plancore.metrics import (
    failed_runs,
    interaction_length,
    look_arounds,
    pass_at_k,
    run_plan_length,
    solved_runs,
)
from plancore.metrics.base import Metric, RunSet

METRICS: Final[tuple[Metric[RunSet, Any], ...]] = (
    solved_runs.METRIC,
    failed_runs.METRIC,
    look_arounds.METRIC,
    interaction_length.METRIC,
    run_plan_length.METRIC,
    pass_at_k.METRIC,
)
