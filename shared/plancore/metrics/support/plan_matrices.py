"""A set of plans under every plan metric: a matrix of all pairs, and how diverse the set is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from plancore.metrics.base import Figure, measure_all, number
from plancore.metrics.pairs import ExecutedPlan, PlanPair
from plancore.metrics.registry import plans as registry
from plancore.metrics.support.confusion import as_float
from plancore.metrics.support.plan_batches import Diversity, Matrix, distance_matrix, diversity
from plancore.model.plan import Plan
from plancore.simulate.trace import Trace
from plancore.stop import NEVER, Checkpoint


@dataclass(frozen=True, slots=True)
class PlanMatrix:
    """The values of one metric for all pairs of a set of plans.

    `values` has a row and a column for each plan; it is symmetric. `diversity` is about
    distances: of a similarity, about 1 minus its values.
    """

    metric: str
    is_similarity: bool
    values: Matrix
    diversity: Diversity

    def to_dict(self) -> dict[str, object]:
        """The diversity, then the matrix as floats; None for what is undefined."""
        return {
            "metric": self.metric,
            "similarity": self.is_similarity,
            "diversity": self.diversity.to_dict(),
            "matrix": [[as_float(value) for value in row] for row in self.values],
        }


def plan_matrices(
    plans: Sequence[Plan],
    traces: Sequence[Trace] | None = None,
    checkpoint: Checkpoint = NEVER,
) -> tuple[PlanMatrix, ...]:
    """Measure all pairs. With `traces`, one for each plan, also what execution tells apart.

    A plan that cannot be executed to its end has no states and no causal links: its distances in
    these are undefined. `checkpoint` is called for each pair and may raise to cancel.
    """
    runs = None if traces is None else [ExecutedPlan(trace) for trace in traces]

    def pair(left: int, right: int) -> PlanPair:
        executed = None if runs is None else (runs[left], runs[right])
        return PlanPair(learned=plans[left], reference=plans[right], runs=executed)

    @cache
    def values(left: int, right: int) -> dict[str, Fraction | None]:
        checkpoint()
        return _values(pair(left, right))

    available = pair(0, 0).given if plans else frozenset()
    return tuple(
        _matrix(figure, len(plans), values)
        for metric in registry.METRICS
        if metric.needs <= available
        for figure in metric.figures
    )


def _values(pair: PlanPair) -> dict[str, Fraction | None]:
    """Each figure of the two plans, exactly."""
    values = {}
    for metric, result in measure_all(registry.METRICS, pair):
        for name, value in metric.values(result).items():
            exact = number(value)
            values[name] = Fraction(exact) if isinstance(exact, int | Fraction) else None
    return values


def _matrix(
    figure: Figure[Any], count: int, values: Callable[[int, int], dict[str, Fraction | None]]
) -> PlanMatrix:
    def value(left: int, right: int) -> Fraction | None:
        return values(left, right)[figure.name]

    def distance(left: int, right: int) -> Fraction | None:
        measured = value(left, right)
        return 1 - measured if figure.is_similarity and measured is not None else measured

    plans = range(count)
    return PlanMatrix(
        figure.name,
        figure.is_similarity,
        distance_matrix(plans, value),
        diversity(distance_matrix(plans, distance)),
    )
