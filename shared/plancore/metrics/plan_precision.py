"""Plan precision: the share of the learned domain's plans that are valid in the reference.

**Input**: attempts to solve problems with the learned domain, by a planner or as given plans.

**Formula**: solved / (solved + false plans), also called learned plan validity. Unlike the
false-plans ratio, it leaves out problems without a plan.

**Range**: [0, 1], higher is better.

**Edge cases**: undefined if no plan could be decided.

**Source**: precision of a model by its plans; heuristic domain equivalence (Oswald et al. 2024)
requires both plan precision and plan recall to be 1.
"""

from __future__ import annotations

from typing import Final

from plancore.metrics.attempts import AttemptClass, SolvingSet
from plancore.metrics.base import Figure, Metric
from plancore.metrics.support.confusion import Ratio


def measure(case: SolvingSet) -> Ratio:
    """The share of valid plans among the decided ones."""
    classes = [attempt.attempt_class for attempt in case.learned]
    n_solved = classes.count(AttemptClass.SOLVED)
    n_judged = n_solved + classes.count(AttemptClass.FALSE_PLAN)
    return Ratio.of(n_solved, n_judged)


METRIC: Final = Metric(
    "plan-precision",
    __doc__,
    measure,
    (Figure("plan_precision", "plan precision", lambda ratio: ratio),),
)
