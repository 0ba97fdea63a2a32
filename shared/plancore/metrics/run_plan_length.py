"""Plan length of runs: the length of the plans that models found, compared with gold plans.

**Input**: the runs of an experiment, and optionally a gold plan for each instance.

**Formula**: the plan of a successful run is the complete plan that succeeded, or the executed
actions of an incremental run. *avg_length_executable_plans* is the mean length of these plans.
*avg_factor_plan_length* is the mean of their length divided by that of the gold plan, over
successful runs with a non-empty gold plan. *avg_optimal_plan_length* is the mean length of the gold
plans of all runs. *avg_factor_plan_length_correct* is the mean over all runs that reached the goal
at some time, of the executed actions up to there divided by the length of the gold plan.

**Range**: from 0; a factor of 1 means as long as the gold plan.

**Edge cases**: means over nothing are undefined. Gold plans need not be optimal, despite the
name of their mean. Plans are read in any notation: empty lines, and text after the end of a plan,
are ignored.

**Source**: AutoPlanBench's description of its evaluation, which averages over all instances
although only successful ones have a value. One of its programs counts empty lines and text after
`[PLAN END]`; the other averages over all runs that reached the goal, including failed ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from plancore.metrics.base import Figure, Metric, RunSet, mean_of
from plancore.metrics.support.confusion import Mean, mean
from plancore.runs import RunFacts


@dataclass(frozen=True, slots=True)
class RunPlanLength:
    """The mean lengths and factors."""

    plans: Mean
    gold_plans: Mean
    factor: Mean
    factor_to_goal: Mean


def measure(case: RunSet) -> RunPlanLength:
    """Average the lengths."""
    successful = [run for run in case.runs if run.is_success]
    return RunPlanLength(
        mean_of([run.plan_length for run in successful]),
        mean_of([run.gold_length for run in case.runs]),
        mean(map(factor, successful)),
        mean(_ratio(run.n_actions_to_goal, run) for run in case.runs if run.reached_goal),
    )


def factor(run: RunFacts) -> Fraction | None:
    """The length of the plan divided by that of the gold plan; None if undefined."""
    return _ratio(run.plan_length, run)


def _ratio(length: int | None, run: RunFacts) -> Fraction | None:
    return None if length is None or not run.gold_length else Fraction(length, run.gold_length)


METRIC: Final = Metric(
    "run-plan-length",
    __doc__,
    measure,
    (
        Figure("avg_optimal_plan_length", "gold plan length", lambda length: length.gold_plans),
        Figure("avg_length_executable_plans", "plan length, solved", lambda length: length.plans),
        Figure("avg_factor_plan_length", "plan length / gold", lambda length: length.factor),
        Figure(
            "avg_factor_plan_length_correct",
            "plan length to goal / gold",
            lambda length: length.factor_to_goal,
        ),
    ),
)
