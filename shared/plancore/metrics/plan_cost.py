"""Plan cost: how much more the plans of the learned domain cost in the reference domain.

**Input**: attempts with both domains. The cost of a valid plan is the value of the problem's metric
in the reference or, without a metric, the number of steps.

**Formula**: *cost_ratio_geomean*: the geometric mean of (cost with the learned domain) / (cost with
the reference) over the problems that both solve, where both costs are above 0. *plan_quality*: the
mean over all attempts of C*/C. C is the cost of the plan, C* the lowest cost that any attempt in
this run has found for the problem; an attempt without a valid plan counts 0. This is the score of
the International Planning Competition, divided by the number of problems.

**Range**: ratio above 0, 1 is equal cost, lower is cheaper; quality in [0, 1], higher is better.

**Edge cases**: undefined if no problem is solved. 0/0 in quality is 1. Problems whose metric is to
be maximised are left out.

**Source**: the satisficing track of the International Planning Competition.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from statistics import geometric_mean
from typing import Final

from plancore.metrics.attempts import Attempt, Known, SolvingSet
from plancore.metrics.base import Metric, field_figures
from plancore.metrics.support.confusion import Mean, mean


@dataclass(frozen=True, slots=True)
class PlanCost:
    """The cost ratio over `n_costs` problems, and the quality over all."""

    n_costs: int
    geomean: Fraction | None
    quality: Mean


def measure(case: SolvingSet) -> PlanCost:
    """Compare costs."""
    ratios = [
        float(learned.cost / reference.cost)
        for learned, reference in case.solved_by_both
        if learned.cost and reference.cost and min(learned.cost, reference.cost) > 0
    ]
    geomean = Fraction(geometric_mean(ratios)).limit_denominator(1_000_000) if ratios else None
    return PlanCost(
        len(ratios), geomean, mean([_quality(attempt, case.known) for attempt in case.learned])
    )


def _quality(attempt: Attempt, known: Known) -> Fraction | None:
    if not attempt.is_solved:
        return Fraction(0)
    if attempt.cost is None or attempt.cost < 0:
        return None
    return known.costs[attempt.problem] / attempt.cost if attempt.cost else Fraction(1)


METRIC: Final = Metric(
    "plan-cost",
    __doc__,
    measure,
    field_figures(
        ("n_costs", "solved by both, with costs", "n_costs"),
        ("cost_ratio_geomean", "cost ratio (learned/reference)", "geomean"),
        ("plan_quality", "plan quality", "quality"),
    ),
)
