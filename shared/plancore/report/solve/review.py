"""What came of the problems that planners were given, with all that is measured of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from plancore.jsonable import Json
from plancore.metrics.attempts import Attempt, AttemptClass, Known, Solving, SolvingSet
from plancore.metrics.base import Measurements, measure_all
from plancore.metrics.registry import solving


class PlannerNote(NamedTuple):
    """A planner as it was asked; `version` is empty where it is not known."""

    name: str
    version: str
    command: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SolveReport:
    """Solvings in the order of the problems. Limits, seconds and bytes, hold for each attempt;
    `enforced` says how surely they did on this system, `machine` what it is. `codec` is what stands
    between the two domains, if anything does. `problems` has a line for each error in the
    reference, `notes` for what is odd about the files of problems as they were named."""

    kind: ClassVar[str] = "solve"

    learned: str
    reference: str
    planners: tuple[PlannerNote, ...]
    solvings: tuple[Solving, ...]
    time_limit: float
    memory_limit: int | None
    enforced: Mapping[str, object] = field(default_factory=dict)
    machine: Mapping[str, object] = field(default_factory=dict)
    codec: str | None = None
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def measured(self) -> Measurements:
        """All metrics, over all attempts."""
        return self._measured(self.solvings)

    @property
    def by_planner(self) -> Iterator[tuple[str, Measurements]]:
        """All metrics, for each planner, and for plans that were given."""
        for name in dict.fromkeys(each.planner for each in self.solvings):
            yield name, self._measured(tuple(s for s in self.solvings if s.planner == name))

    @property
    def attempts(self) -> tuple[Attempt, ...]:
        """Those with the learned domain."""
        return tuple(each.learned for each in self.solvings if each.learned is not None)

    @property
    def status(self) -> int:
        """0 when every attempt is solved, 1 when some are not, 2 when the reference has errors."""
        if self.problems:
            return 2
        return int(any(each.attempt_class is not AttemptClass.SOLVED for each in self.attempts))

    def _measured(self, solvings: tuple[Solving, ...]) -> Measurements:
        limit = self.time_limit if self.planners else None
        return measure_all(solving.METRICS, SolvingSet(solvings, Known.by(self.solvings), limit))


def figures_of(measured: Measurements) -> Json:
    """Each figure by its name; None for what is undefined."""
    figures: Json = {}
    for metric, result in measured:
        figures |= metric.to_data(result) or dict.fromkeys(metric.values(None))
    return figures
