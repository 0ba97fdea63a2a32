"""Experiments: sets of runs, with what was measured of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from plancore.metrics.base import Measurements, measure_all
from plancore.metrics.registry import runs as registry
from plancore.metrics.run_sets import RunSet, in_order
from plancore.runs.facts import RunFacts
from plancore.runs.played import Disagreement


class LeftOut(NamedTuple):
    """A run, or the execution of one, that nothing can be said of, and why; `file` tells of it."""

    instance: str
    reason: str
    file: str


@dataclass(frozen=True, slots=True)
class Experiment:
    """Runs in the order of their instances. `n_executed` of them were executed again, which is then
    what counts; `disagreements` is where their logs say something else. Runs that are `left_out`
    are in no figure. `problems` has a line for each file or line that could not be read."""

    name: str
    runs: tuple[RunFacts, ...]
    n_executed: int = 0
    disagreements: tuple[Disagreement, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    not_executed: tuple[LeftOut, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def measured(self) -> Measurements:
        """All metrics of runs."""
        return measure_all(registry.METRICS, RunSet(self.runs))

    @property
    def figures(self) -> dict[str, object]:
        """Each figure by the name that AutoPlanBench's description gives it, the lists of instances
        among them; None for what is undefined."""
        figures: dict[str, object] = {}
        for metric, result in self.measured:
            figures |= metric.to_data(result) or dict.fromkeys(metric.values(None))
        return figures


@dataclass(frozen=True, slots=True)
class RunsReport:
    """Experiments in the order in which they were asked for."""

    kind: ClassVar[str] = "runs"

    experiments: tuple[Experiment, ...]

    @property
    def status(self) -> int:
        """0; 2 when something could not be read."""
        return 2 if any(experiment.problems for experiment in self.experiments) else 0


def sorted_runs(runs: Sequence[RunFacts]) -> tuple[RunFacts, ...]:
    """The runs by their instances."""
    return tuple(sorted(runs, key=lambda run: in_order(run.instance)))
