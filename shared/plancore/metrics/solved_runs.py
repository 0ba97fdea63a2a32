"""Solved runs: how many instances a language model solved, and how many without a mistake.

**Input**: the runs of an experiment, each for one instance.

**Formula**: *n_instances* counts the complete runs. *n_solved_successfully* counts those that
succeeded: one of the complete plans is executable and reaches the goal or, incrementally, the goal
was reached and the model stated it. *n_solved_without_mistake* counts the successful runs without a
mistake: an inapplicable action, or a claim to have finished before the goal is reached.
*n_solved_correctly* counts the runs that reached the goal at some time, whether or not they ended
there. *accuracy*, *accuracy_no_mistakes* and *accuracy_correct* divide them by *n_instances*.
*successful_tasks*, *unsuccessful_tasks* and *correct_tasks* list the instances;
*…_without_mistakes* and *…_with_mistakes* divide the first.

**Range**: counts from 0; accuracies in [0, 1], higher is better.

**Edge cases**: a complete plan that succeeds counts as without mistake, whatever attempts came
before it. Accuracies are undefined without runs. Incomplete runs are left out and listed. If an
instance has several runs, the last one counts and the others are left out and listed. An answer in
words that cannot be read is counted by *n_not_read* alone. A run whose log calls it a success
but states that the goal was not reached has failed.

**Source**: AutoPlanBench's description of its evaluation (Stein et al. 2023, arXiv:2311.09830). Its
programs detect mistakes by the letters `not` in the environment's answers, so "another" counts as
one; here the flag `executable` and the claim itself count. They count every log, including several
logs of one instance.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from plancore.jsonable import Json, number_or_name
from plancore.metrics.base import Figure, Metric, RunSet
from plancore.metrics.support.confusion import Ratio, as_float


@dataclass(frozen=True, slots=True)
class SolvedRuns:
    """The instances by the outcome of their run."""

    without_mistakes: tuple[str, ...]
    with_mistakes: tuple[str, ...]
    successful: tuple[str, ...]
    unsuccessful: tuple[str, ...]
    correct: tuple[str, ...]
    """The instances whose run reached the goal at some time."""

    @property
    def n_instances(self) -> int:
        """The number of instances."""
        return len(self.successful) + len(self.unsuccessful)

    @property
    def accuracy(self) -> Ratio:
        """The share of successful instances."""
        return self._share(len(self.successful))

    @property
    def accuracy_no_mistakes(self) -> Ratio:
        """The share of successful instances without a mistake."""
        return self._share(len(self.without_mistakes))

    @property
    def accuracy_correct(self) -> Ratio:
        """The share of instances whose run reached the goal."""
        return self._share(len(self.correct))

    def _share(self, count: int) -> Ratio:
        value = Fraction(count, self.n_instances) if self.n_instances else None
        return Ratio(value, count, self.n_instances)

    def to_dict(self) -> Json:
        """Counts, ratios, instances."""
        return {
            "n_instances": self.n_instances,
            "n_solved_successfully": len(self.successful),
            "n_solved_without_mistake": len(self.without_mistakes),
            "n_solved_correctly": len(self.correct),
            "accuracy": as_float(self.accuracy.value),
            "accuracy_no_mistakes": as_float(self.accuracy_no_mistakes.value),
            "accuracy_correct": as_float(self.accuracy_correct.value),
            "successful_tasks": _names(self.successful),
            "unsuccessful_tasks": _names(self.unsuccessful),
            "successful_tasks_without_mistakes": _names(self.without_mistakes),
            "successful_tasks_with_mistakes": _names(self.with_mistakes),
            "correct_tasks": _names(self.correct),
        }


def _names(instances: tuple[str, ...]) -> list[int | str]:
    return list(map(number_or_name, instances))


def measure(case: RunSet) -> SolvedRuns:
    """Classify the runs."""
    return SolvedRuns(
        case.instances(lambda run: run.is_without_mistake),
        case.instances(lambda run: run.is_success and not run.is_without_mistake),
        case.instances(lambda run: run.is_success),
        case.instances(lambda run: not run.is_success),
        case.instances(lambda run: run.reached_goal is True),
    )


METRIC: Final = Metric(
    "solved-runs",
    __doc__,
    measure,
    (
        Figure("n_instances", "instances", lambda solved: solved.n_instances),
        Figure("n_solved_successfully", "solved", lambda solved: len(solved.successful)),
        Figure(
            "n_solved_without_mistake",
            "solved without mistake",
            lambda solved: len(solved.without_mistakes),
        ),
        Figure(
            "n_solved_correctly", "goal reached at some time", lambda solved: len(solved.correct)
        ),
        Figure("accuracy", "accuracy", lambda solved: solved.accuracy),
        Figure(
            "accuracy_no_mistakes",
            "accuracy without mistakes",
            lambda solved: solved.accuracy_no_mistakes,
        ),
        Figure(
            "accuracy_correct",
            "goal reached at some time, share",
            lambda solved: solved.accuracy_correct,
        ),
    ),
    data=SolvedRuns.to_dict,
)
