"""Problems of a domain solved with what was learned of it; plans are executed in the reference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from plancore.metrics import plan_precision, problem_solving
from plancore.metrics.attempts import Known, Solving, SolvingSet
from plancore.metrics.base import Metric
from plancore.report.benchmark.review import Value
from plancore.stop import Checkpoint
from planeval.benchmark.figures import value_of
from planeval.solving.unit import LEARNED, attempt
from planeval.suite.entry import Exercise
from planfiles.bounded.working_folder import working_folder

_METRICS: Final[tuple[Metric[Any, Any], ...]] = (problem_solving.METRIC, plan_precision.METRIC)
NAMES: Final = tuple(figure.name for metric in _METRICS for figure in metric.figures)


def solving_figures(
    learned: str,
    reference: str,
    problems: Sequence[Exercise],
    planner: dict[str, Any],
    checkpoint: Checkpoint,
) -> dict[str, Value]:
    """The figures of problem solving. `planner` has `planner`, as `Ready.data` gives it, and `time`
    in seconds and `memory` in bytes for each problem. Raises what `checkpoint` raises."""
    solvings = []
    with working_folder("planeval-solving-") as folder:
        files = {name: str(folder / f"{name}.pddl") for name in ("learned", "reference")}
        (folder / "learned.pddl").write_text(learned, encoding="utf-8")
        (folder / "reference.pddl").write_text(reference, encoding="utf-8")
        asked = {**planner, "side": LEARNED, "codec": None}
        for problem in problems:
            path = folder / "problem.pddl"
            path.write_text(problem.problem, encoding="utf-8")
            tried = attempt(asked, {**files, "problem": str(path)}, checkpoint)
            solvings.append(Solving(tried, None))
    case = SolvingSet(tuple(solvings), Known(), planner["time"])
    return {
        name: value_of(value)
        for metric in _METRICS
        for name, value in metric.values(metric.measure(case)).items()
    }
