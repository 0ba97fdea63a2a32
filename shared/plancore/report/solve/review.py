"""The results of planners on problems, with all measurements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final, NamedTuple

from plancore.jsonable import Json
from plancore.metrics.attempts import Attempt, AttemptClass, Known, Solving, SolvingSet
from plancore.metrics.base import Measurements, measure_all
from plancore.metrics.registry import solving
from plancore.phrases import count_of


class PlannerNote(NamedTuple):
    """A planner as it was called; `version` is empty if unknown."""

    name: str
    version: str
    command: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SolveReport:
    """Results in the order of the problems.

    Limits, in seconds and bytes, are per attempt; `enforced` records how reliably this system
    enforces them, and `machine` describes it. `codec` is the codec between the two domains, if
    there is one. `problems` has a line for each error in the reference, `notes` for each oddity of
    the problem files.
    """

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
        """All metrics over all attempts."""
        return self._measured(self.solvings)

    @property
    def by_planner(self) -> Iterator[tuple[str, Measurements]]:
        """All metrics for each planner, and for given plans."""
        for name in dict.fromkeys(each.planner for each in self.solvings):
            yield name, self._measured(tuple(s for s in self.solvings if s.planner == name))

    @property
    def attempts(self) -> tuple[Attempt, ...]:
        """The attempts with the learned domain."""
        return tuple(each.learned for each in self.solvings if each.learned is not None)

    @property
    def status(self) -> int:
        """The exit status: 0 if every problem is solved, 1 if some are not, 2 if the reference has
        errors."""
        if self.problems:
            return 2
        return int(any(each.attempt_class is not AttemptClass.SOLVED for each in self.attempts))

    def _measured(self, solvings: tuple[Solving, ...]) -> Measurements:
        limit = self.time_limit if self.planners else None
        return measure_all(solving.METRICS, SolvingSet(solvings, Known.by(self.solvings), limit))


def figures_of(measured: Measurements) -> Json:
    """All scores by name; None for undefined."""
    figures: Json = {}
    for metric, result in measured:
        figures |= metric.to_data(result) or dict.fromkeys(metric.values(None))
    return figures


# Attempts counted by outcome, in words.

WORDS: Final = {each: each.value.replace("_", " ") for each in AttemptClass}
"""The names of the classes in texts."""
_THINGS: Final = (
    AttemptClass.FALSE_PLAN,
    AttemptClass.TIMEOUT,
    AttemptClass.MEMOUT,
    AttemptClass.PARSE_ERROR,
    AttemptClass.PLANNER_ERROR,
)
"""Classes that have a plural."""


def counts_text(classes: Iterable[AttemptClass]) -> str:
    """`7 of 12 solved, 2 false plans, 3 timeouts`: attempts with a result; may be empty."""
    counts = Counter(each for each in classes if each is not AttemptClass.NO_RESULT)
    if not counts:
        return ""
    total, n_solved = counts.total(), counts.pop(AttemptClass.SOLVED, 0)
    others = (_counted(each, count) for each, count in sorted(counts.items()))
    return ", ".join((f"{n_solved} of {total} solved", *others))


def _counted(of: AttemptClass, count: int) -> str:
    return count_of(count, WORDS[of]) if of in _THINGS else f"{count} {WORDS[of]}"


# The conditions of scores, in words: limits and machine.

_MIB: Final = 1024 * 1024


def limits_text(time: float, memory: int | None) -> str:
    """`60 s wall-clock, 2,048 MiB`; `memory` is in bytes."""
    bounded = "no memory limit" if memory is None else f"{memory / _MIB:,.0f} MiB"
    return f"{time:g} s wall-clock, {bounded}"


def enforced_rows(enforced: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """How reliably limits are enforced, as names and values: `leaves nothing`, `yes`."""
    for name, value in enforced.items():
        said = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
        yield name.replace("_", " "), said


def machine_text(machine: Mapping[str, object]) -> str:
    """`Linux-6.1, x86_64, 2 processors`, as far as known."""
    named = {name: str(value) for name, value in machine.items()}
    if "processors" in named:
        named["processors"] += " processors"
    if "python" in named:
        named["python"] = f"Python {named['python']}"
    return ", ".join(named.values())
