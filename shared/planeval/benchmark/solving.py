"""What problems of a benchmark are solved with, and the figures of what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from plancore.jsonable import Json
from plancore.metrics import plan_precision, problem_solving
from plancore.metrics.attempts import Known, Solving, SolvingSet
from plancore.metrics.base import Metric
from plancore.metrics.registry.solving import METRICS
from plancore.report.benchmark.review import Tried, Value
from plancore.simulate.trace import Verdict
from planeval.benchmark.figures import value_of
from planeval.planners.description import Ready


class Solver(NamedTuple):
    """What solves problems: a planner, and the seconds and bytes that it has for each."""

    planner: Ready
    time: float
    memory: int

    def data(self) -> Json:
        """As JSON, for the arguments of a unit."""
        return {"planner": self.planner.data(), "time": self.time, "memory": self.memory}


def figures_of_solving(
    solvings: Sequence[Solving], solver: Solver, *, with_references: bool
) -> dict[str, Value]:
    """The figures of `planeval solve`, of the problems that one learned domain was to solve; those
    that need attempts with the reference only where there are such. Without
    problems all are undefined."""
    if not solvings:
        metrics = _metrics(with_references=with_references)
        return {figure.name: Value(None) for metric in metrics for figure in metric.figures}
    case = SolvingSet(tuple(solvings), Known.by(solvings), solver.time)
    return {
        name: value_of(value)
        for metric in _metrics(with_references=with_references)
        for name, value in metric.values(metric.measure(case)).items()
    }


def _metrics(*, with_references: bool) -> Sequence[Metric[SolvingSet, Any]]:
    return METRICS if with_references else (problem_solving.METRIC, plan_precision.METRIC)


def tried_with(solving: Solving, *, learned_from: bool = False) -> Tried:
    """What became of a problem, of which there is an attempt with what was learned; `learned_from`
    as in `Tried`."""
    attempt, reference = solving.learned, solving.reference
    assert attempt is not None
    seen = None if reference is None else reference.in_learned
    if seen is not None and seen.verdict is Verdict.UNDECIDED:
        seen = None
    return Tried(
        problem=attempt.problem,
        outcome=attempt.attempt_class.value,
        reason=attempt.reason,
        steps=None if attempt.plan is None else len(attempt.plan),
        cost=None if attempt.cost is None else float(attempt.cost),
        wall=attempt.wall,
        cpu=attempt.cpu,
        with_reference=None if reference is None else reference.attempt_class.value,
        accepted=None if seen is None else seen.verdict is Verdict.VALID,
        learned_from=learned_from,
    )
