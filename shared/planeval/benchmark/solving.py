"""Problems of a domain solved with what was learned of it; plans are executed in the reference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from plancore.jsonable import Json
from plancore.metrics import plan_precision, problem_solving
from plancore.metrics.attempts import Known, Solving, SolvingSet
from plancore.metrics.base import Metric
from plancore.report.benchmark.review import Value
from plancore.snapshot import FileSnapshot
from plancore.stop import Checkpoint
from planeval.benchmark.figures import value_of
from planeval.planners.description import Ready
from planeval.solving.models import Pair, Side
from planeval.solving.unit import LEARNED, solve
from planeval.suite.entry import Exercise
from planfiles.bounded.limits import Limits

_METRICS: Final[tuple[Metric[Any, Any], ...]] = (problem_solving.METRIC, plan_precision.METRIC)
NAMES: Final = tuple(figure.name for metric in _METRICS for figure in metric.figures)


class Solver(NamedTuple):
    """What solves problems: a planner, and the seconds and bytes that it has for each."""

    planner: Ready
    time: float
    memory: int

    def data(self) -> Json:
        """As JSON, for `solving_figures`."""
        return {"planner": self.planner.data(), "time": self.time, "memory": self.memory}


def solving_figures(
    learned: str,
    reference: str,
    problems: Sequence[Exercise],
    solver: Mapping[str, Any],
    checkpoint: Checkpoint,
) -> dict[str, Value]:
    """The figures of problem solving; `solver` is what `Solver.data` gives. Raises what
    `checkpoint` raises."""
    ours, theirs = FileSnapshot.of(learned, "learned"), FileSnapshot.of(reference, "reference")
    pair = Pair(Side.of(ours), Side.of(theirs), codec=None)
    planner, limits = Ready.of(solver["planner"]), Limits(solver["time"], solver["memory"])
    solvings = []
    for exercise in problems:
        problem = FileSnapshot.of(exercise.problem, exercise.name)
        tried = solve(pair, problem, LEARNED, planner, limits, checkpoint)
        solvings.append(Solving(tried, None))
    case = SolvingSet(tuple(solvings), Known(), solver["time"])
    return {
        name: value_of(value)
        for metric in _METRICS
        for name, value in metric.values(metric.measure(case)).items()
    }
