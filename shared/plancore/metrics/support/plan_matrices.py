"""A set of plans under every plan metric: a matrix of all pairs, and how diverse the set is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from plancore.metrics.base import Figure, measure_all, number
from plancore.metrics.pairs import ExecutedPlan, PlanPair
from plancore.metrics.registry import plans as registry
from plancore.metrics.support.plan_batches import Diversity, Matrix, diversity
from plancore.model.plan import Plan
from plancore.simulate.trace import Trace
from plancore.stop import NEVER, Checkpoint

Table: TypeAlias = list[list[Fraction | None]]
"""A matrix that is being filled."""


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

    available = pair(0, 0).given if plans else frozenset()
    figures = [
        figure
        for metric in registry.METRICS
        if metric.needs <= available
        for figure in metric.figures
    ]
    count = len(plans)
    tables: dict[str, Table] = {each.name: [[None] * count for _ in plans] for each in figures}
    # Of many pairs few have a value of their own: they share it, and a set takes a tenth.
    shared: dict[Fraction | None, Fraction | None] = {}
    for left in range(count):
        for right in range(left, count):
            checkpoint()
            values = _values(pair(left, right))
            for name, table in tables.items():
                value = shared.setdefault(values[name], values[name])
                table[left][right] = table[right][left] = value
    return tuple(_matrix(figure, tables[figure.name]) for figure in figures)


def _values(pair: PlanPair) -> dict[str, Fraction | None]:
    """Each figure of the two plans, exactly."""
    values = {}
    for metric, result in measure_all(registry.METRICS, pair):
        for name, value in metric.values(result).items():
            exact = number(value)
            values[name] = Fraction(exact) if isinstance(exact, int | Fraction) else None
    return values


def _matrix(figure: Figure[Any], table: Table) -> PlanMatrix:
    values = tuple(map(tuple, table))
    distances = values
    if figure.is_similarity:
        # One for each value that pairs share, not one for each pair.
        known = {id(value): value for row in values for value in row}
        other = {at: None if value is None else 1 - value for at, value in known.items()}
        distances = tuple(tuple(other[id(value)] for value in row) for row in values)
    return PlanMatrix(figure.name, figure.is_similarity, values, diversity(distances))
