"""Failed runs: why instances were not solved, each in exactly one class.

**Input**: the runs of an experiment, each for one instance.

**Formula**: each failed run is in one of five classes, which add up to all failed runs:

- *unsuccessful_bec_not_executable*: its first mistake is an inapplicable action;
- *unsuccessful_bec_wrong_finish*: its first mistake is a wrong claim to have finished;
- *unsuccessful_bec_not_reached_goal*: no mistake, but it never reached the goal;
- *unsuccessful_bec_not_recog_goal*: no mistake, but it reached the goal and did not stop there;
- *unsuccessful_unknown*: the log does not state the reason.

*n_reached_goal_without_stopping* counts the runs that reached the goal and did not succeed; of
complete plans, only executable ones. *n_predicted_goal_erroneously* counts the runs with a wrong
claim to have finished, including successful runs. *n_reached_step_limit* counts failed incremental
runs that used all outputs allowed, *n_reached_step_limit_wo_mistake* those of them without a
mistake, and *n_reached_break_limit* failed runs that were stopped before. *n_not_read* counts
answers in words that cannot be read, which are in none of the other scores.

**Range**: counts from 0, lower is better.

**Edge cases**: the last attempt at a complete plan counts. Complete plans make no claim:
*unsuccessful_bec_wrong_finish* is 0 and *n_predicted_goal_erroneously* undefined (`NA` in a results
file).

**Source**: AutoPlanBench's description of its evaluation, whose three classes leave out runs
whose first mistake is a wrong claim; *wrong_finish* and *unknown* are this project's. Its first
program also counted successful runs with an inapplicable action as not executable. Limits are
those of its programs; the `stopping_reason` of a log is used where there is one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from plancore.metrics.base import Figure, Metric, RunSet
from plancore.runs import Mistake, RunClass, RunFacts


@dataclass(frozen=True, slots=True)
class FailedRuns:
    """The number of failed runs for each reason."""

    not_executable: int
    wrong_finish: int
    not_reached: int
    not_recognised: int
    unknown: int
    reached_without_stopping: int
    predicted_erroneously: int | None
    step_limit: int | None
    step_limit_without_mistake: int | None
    break_limit: int | None
    unread: int


def measure(case: RunSet) -> FailedRuns:
    """Count the classes."""
    classes = [run.run_class for run in case.runs]
    incremental = [run for run in case.runs if not run.is_complete_plan]
    return FailedRuns(
        classes.count(RunClass.NOT_EXECUTABLE),
        classes.count(RunClass.WRONG_FINISH),
        classes.count(RunClass.NOT_REACHED_GOAL),
        classes.count(RunClass.NOT_RECOGNISED_GOAL),
        classes.count(RunClass.UNKNOWN),
        sum(map(_reached_without_stopping, case.runs)),
        _count(incremental, lambda run: Mistake.WRONG_FINISH in run.mistakes),
        _count(incremental, lambda run: run.is_at_step_limit),
        _count(incremental, lambda run: run.is_at_step_limit and not run.mistakes),
        _count(incremental, lambda run: run.is_at_break_limit),
        case.n_unread,
    )


def _count(runs: Sequence[RunFacts], is_so: Callable[[RunFacts], bool]) -> int | None:
    """The number of runs with a property; undefined without runs."""
    return sum(map(is_so, runs)) if runs else None


def _reached_without_stopping(run: RunFacts) -> bool:
    may_count = not run.is_complete_plan or run.is_executable is True
    return run.reached_goal is True and not run.is_success and may_count


METRIC: Final = Metric(
    "failed-runs",
    __doc__,
    measure,
    (
        Figure(
            "n_reached_goal_without_stopping",
            "reached the goal without stopping",
            lambda failed: failed.reached_without_stopping,
        ),
        Figure(
            "n_predicted_goal_erroneously",
            "claimed the goal wrongly",
            lambda failed: failed.predicted_erroneously,
        ),
        Figure(
            "unsuccessful_bec_not_reached_goal",
            "failed: goal not reached",
            lambda failed: failed.not_reached,
        ),
        Figure(
            "unsuccessful_bec_not_recog_goal",
            "failed: goal not recognised",
            lambda failed: failed.not_recognised,
        ),
        Figure(
            "unsuccessful_bec_not_executable",
            "failed: not executable",
            lambda failed: failed.not_executable,
        ),
        Figure(
            "unsuccessful_bec_wrong_finish",
            "failed: wrong finish",
            lambda failed: failed.wrong_finish,
        ),
        Figure("unsuccessful_unknown", "failed: unknown", lambda failed: failed.unknown),
        Figure("n_not_read", "not read, in no other score", lambda failed: failed.unread),
        Figure("n_reached_step_limit", "reached the step limit", lambda failed: failed.step_limit),
        Figure(
            "n_reached_step_limit_wo_mistake",
            "reached the step limit without mistake",
            lambda failed: failed.step_limit_without_mistake,
        ),
        Figure(
            "n_reached_break_limit", "reached the break limit", lambda failed: failed.break_limit
        ),
    ),
)
