"""Problems of a domain solved with what was learned of it; plans are executed in the reference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from plancore.jsonable import Json
from plancore.metrics import plan_precision, problem_solving
from plancore.metrics.attempts import Known, Solving, SolvingSet
from plancore.metrics.base import Metric
from plancore.report.benchmark.review import Value
from plancore.stop import Checkpoint
from planeval.benchmark.figures import value_of
from planeval.planners.description import Ready
from planeval.solving.unit import LEARNED, attempt
from planeval.suite.entry import Exercise
from planfiles.bounded.working_folder import working_folder

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
    solvings = []
    with working_folder("planeval-solving-") as folder:
        files = {name: str(folder / f"{name}.pddl") for name in ("learned", "reference")}
        (folder / "learned.pddl").write_text(learned, encoding="utf-8")
        (folder / "reference.pddl").write_text(reference, encoding="utf-8")
        asked = {**solver, "side": LEARNED, "codec": None}
        for problem in problems:
            path = folder / "problem.pddl"
            path.write_text(problem.problem, encoding="utf-8")
            tried = attempt(asked, {**files, "problem": str(path)}, checkpoint)
            solvings.append(Solving(tried, None))
    case = SolvingSet(tuple(solvings), Known(), solver["time"])
    return {
        name: value_of(value)
        for metric in _METRICS
        for name, value in metric.values(metric.measure(case)).items()
    }
