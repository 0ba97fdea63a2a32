"""The metrics of two problems."""

from __future__ import annotations

from typing import Any, Final

from plancore.metrics import problem_equivalence
from plancore.metrics.base import Metric
from plancore.metrics.problem_equivalence import ProblemPair

METRICS: Final[tuple[Metric[ProblemPair, Any], ...]] = (problem_equivalence.METRIC,)
