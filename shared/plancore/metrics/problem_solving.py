"""Problem solving: the problems that a planner solves with the learned domain, and other outcomes.

**Input**: attempts of a planner to solve problems with the learned domain; each plan is decoded
and executed in the reference domain.

**Formula**: every attempt is in exactly one class: `solved` (a plan that is valid in the
reference), `false_plan` (a plan that is invalid there), `undecided` (the plan could not be
decided), `unsolvable` (proved), `timeout`, `memout`, `parse_error` (domain or problem has errors;
no planner was run), `planner_error`, `gave_up` (no plan and no proof). *solving_ratio*,
*false_plans_ratio*, *unsolvable_ratio*, *timeout_ratio* and *parse_error_ratio* are the shares of
their classes in all attempts. Attempts that failed for another reason, such as a file missing on a
machine, are counted separately (*n_no_result*), and neither in a share nor in *n_attempts*.

**Range**: [0, 1]; higher is better for the solving ratio, lower for false plans. The shares of all
classes add up to 1.

**Edge cases**: undefined without attempts. The empty plan is valid if the goal holds initially.

**Source**: problem-solving ability as in evaluations of action-model learning (solving ratio and
false-plans ratio). AMLGym 1.0.13 also divides by all problems, does not count memory limits or
planner errors, and stops at a plan with an action that the reference does not have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from plancore.jsonable import Json
from plancore.metrics.attempts import AttemptClass, SolvingSet
from plancore.metrics.base import Figure, Metric, Passage
from plancore.metrics.support.confusion import Ratio, as_float


@dataclass(frozen=True, slots=True)
class ProblemSolving:
    """The number of attempts in each class."""

    counts: Counter[AttemptClass]

    @property
    def total(self) -> int:
        """The number of attempts with a result."""
        return self.counts.total() - self.n_without_result

    @property
    def n_without_result(self) -> int:
        """The number of attempts without a result."""
        return self.counts[AttemptClass.NO_RESULT]

    def share(self, of: AttemptClass) -> Ratio:
        """The share of a class among attempts with a result."""
        return Ratio.of(self.counts[of], self.total)

    def to_dict(self) -> Json:
        """Counts, then ratios."""
        counts = {f"n_{each.value}": self.counts[each] for each in AttemptClass}
        ratios = {name: as_float(self.share(each).value) for name, each in _RATIOS.items()}
        return {"n_attempts": self.total, **counts, **ratios}


def measure(case: SolvingSet) -> ProblemSolving:
    """Count the attempts with the learned domain by their classes."""
    counts = Counter(attempt.attempt_class for attempt in case.learned)
    return ProblemSolving(counts + Counter({AttemptClass.NO_RESULT: case.n_without_result}))


_RATIOS: Final = {
    "solving_ratio": AttemptClass.SOLVED,
    "false_plans_ratio": AttemptClass.FALSE_PLAN,
    "unsolvable_ratio": AttemptClass.UNSOLVABLE,
    "timeout_ratio": AttemptClass.TIMEOUT,
    "parse_error_ratio": AttemptClass.PARSE_ERROR,
}


def _figures() -> Iterator[Figure[ProblemSolving]]:
    yield Figure("n_attempts", "attempts", lambda result: result.total)
    for name, each in _RATIOS.items():
        title = name.removesuffix("_ratio").replace("_", " ")
        yield Figure(name, f"{title} ratio", partial(ProblemSolving.share, of=each))
    yield Figure("n_no_result", "without a result", lambda result: result.n_without_result)


def _passages(result: ProblemSolving) -> Iterator[Passage]:
    yield Passage(
        "Problem solving", [(figure.title, figure.of(result)) for figure in METRIC.figures]
    )


METRIC: Final = Metric(
    "problem-solving",
    __doc__,
    measure,
    tuple(_figures()),
    data=ProblemSolving.to_dict,
    passages=_passages,
)
