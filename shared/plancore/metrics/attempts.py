"""The cases of problem-solving metrics: problems given to planners, and the outcome of each.

An *attempt* is one problem given to one planner with one of the two domains; its plan is executed
in both. A *solving* is the attempt with the learned domain and, if there is one, the attempt with
the reference domain.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any

from plancore.jsonable import Json
from plancore.metrics.base import Need
from plancore.simulate.trace import Verdict

GIVEN = "given"
"""The name of the planner for given plans."""


class AttemptClass(StrEnum):
    """How an attempt ended. Every attempt is in exactly one class."""

    SOLVED = "solved"
    """There is a plan, and it is valid in the reference."""
    FALSE_PLAN = "false_plan"
    """There is a plan, and it is not valid in the reference."""
    UNDECIDED = "undecided"
    """There is a plan, and the validator cannot decide whether it is valid."""
    UNSOLVABLE = "unsolvable"
    """The planner has proved that there is no plan."""
    TIMEOUT = "timeout"
    MEMOUT = "memout"
    PARSE_ERROR = "parse_error"
    """The domain or the problem has errors; no planner was run."""
    PLANNER_ERROR = "planner_error"
    """The planner could not read the task, does not support it, crashed, or wrote too much."""
    GAVE_UP = "gave_up"
    """The planner ended without a plan, and without a proof that there is none."""
    NO_RESULT = "no_result"
    """The attempt itself failed: its process was killed, or the machine lacked a file, a program or
    disk space. It says nothing about the domain or the planner, and no metric counts it."""


@dataclass(frozen=True, slots=True)
class PlanCheck:
    """The verdict of a domain on a plan: the failing step, from 1, and the reason."""

    verdict: Verdict
    failing_step: int | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class FurtherPlan:
    """A plan after the first one, of a planner that finds several; fields as in `Attempt`."""

    plan: tuple[str, ...]
    in_reference: PlanCheck
    in_learned: PlanCheck | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One problem, one planner, one domain.

    `reason` is a line that explains why there is no valid plan. `wall` and `cpu` are seconds of all
    processes of the planner; `memory` is in bytes; None if no planner ran. `plan` is in the
    vocabulary of the reference, `own_plan` in that of the domain if they differ. `cost` is the
    value of the problem's metric in the reference, or the number of steps, for valid plans.
    `in_reference` and `in_learned` are the verdicts on the plan, None without one. `source` is the
    file of a given plan. `output` is the end of the planner's output. `remark` is a warning about
    the problem, whatever the outcome. `further` are the plans after the first one, of a planner
    that finds several; only heuristic equivalence counts them.
    """

    problem: str
    planner: str
    attempt_class: AttemptClass
    reason: str | None = None
    wall: float | None = None
    cpu: float | None = None
    memory: int | None = None
    exit_code: int | None = None
    signal: int | None = None
    plan: tuple[str, ...] | None = None
    own_plan: tuple[str, ...] | None = None
    cost: Fraction | None = None
    in_reference: PlanCheck | None = None
    in_learned: PlanCheck | None = None
    source: str | None = None
    output: str = ""
    remark: str | None = None
    further: tuple[FurtherPlan, ...] = ()

    @property
    def has_result(self) -> bool:
        """Whether it says anything about the planner or the domain."""
        return self.attempt_class is not AttemptClass.NO_RESULT

    @property
    def is_solved(self) -> bool:
        """Whether it has a valid plan."""
        return self.attempt_class is AttemptClass.SOLVED

    @property
    def is_given(self) -> bool:
        """Whether its plan was given, so no planner was run."""
        return self.planner == GIVEN

    @property
    def was_not_made(self) -> bool:
        """Whether the cause is the machine, and neither domain nor planner: a planner's attempt has
        no result, or the guard of the planner was killed."""
        was_killed = self.attempt_class is AttemptClass.PLANNER_ERROR and self.wall is None
        return (was_killed or not self.has_result) and not self.is_given

    def data(self) -> Json:
        """The attempt as JSON to store: `class`, then its fields, with fractions as text."""
        from msgspec import to_builtins  # imported late: only needed for storage

        fields: Json = to_builtins(self, enc_hook=str)
        return {"class": self.attempt_class.value, **fields}

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Attempt:
        """The inverse of `data`."""
        from msgspec import convert

        return convert(data, cls, dec_hook=lambda kind, text: kind(text))


@dataclass(frozen=True, slots=True)
class Solving:
    """The attempts of one planner at one problem with each domain. `learned` is None for given
    plans of the reference, `reference` if there was no attempt with the reference."""

    learned: Attempt | None
    reference: Attempt | None

    @property
    def problem(self) -> str:
        """The name of the problem."""
        return self._some.problem

    @property
    def planner(self) -> str:
        """The name of the planner."""
        return self._some.planner

    @property
    def _some(self) -> Attempt:
        return next(each for each in (self.learned, self.reference) if each is not None)


@dataclass(frozen=True, slots=True)
class Known:
    """The facts about problems in the reference, by name, that follow from all attempts together.
    `solvable` is True for a problem with a valid plan, and False for one that a planner has proved
    unsolvable; `costs` has the minimum cost of a valid plan."""

    solvable: Mapping[str, bool] = field(default_factory=dict)
    costs: Mapping[str, Fraction] = field(default_factory=dict)

    @classmethod
    def by(cls, solvings: Iterable[Solving]) -> Known:
        """The facts that follow from `solvings`."""
        solvable: dict[str, bool] = {}
        costs: dict[str, Fraction] = {}
        for solving in solvings:
            reference = solving.reference
            if reference is not None and reference.attempt_class is AttemptClass.UNSOLVABLE:
                solvable.setdefault(solving.problem, False)
            for attempt in (solving.learned, reference):
                if attempt is not None and attempt.is_solved:
                    # A plan overrides any proof: it was executed.
                    solvable[attempt.problem] = True
                    if attempt.cost is not None:
                        known = costs.get(attempt.problem, attempt.cost)
                        costs[attempt.problem] = min(known, attempt.cost)
        return cls(solvable, costs)


@dataclass(frozen=True, slots=True)
class SolvingSet:
    """The solvings of one planner, or of several together. `time_limit` is in seconds of
    wall-clock time; None if no planner ran."""

    solvings: tuple[Solving, ...]
    known: Known
    time_limit: float | None = None

    @property
    def given(self) -> frozenset[Need]:
        """No needs beyond the attempts."""
        return frozenset()

    @property
    def learned(self) -> tuple[Attempt, ...]:
        """The attempts with the learned domain that have a result."""
        return _with_result(each.learned for each in self.solvings)

    @property
    def reference(self) -> tuple[Attempt, ...]:
        """The attempts with the reference that have a result."""
        return _with_result(each.reference for each in self.solvings)

    @property
    def n_without_result(self) -> int:
        """The number of attempts with the learned domain without a result."""
        attempts = (each.learned for each in self.solvings if each.learned is not None)
        return sum(not attempt.has_result for attempt in attempts)

    @property
    def solved_by_both(self) -> tuple[tuple[Attempt, Attempt], ...]:
        """The pairs of attempts, the learned one first, of which both have a valid plan."""
        return tuple(
            (each.learned, each.reference)
            for each in self.solvings
            if each.learned is not None
            and each.reference is not None
            and each.learned.is_solved
            and each.reference.is_solved
        )


def _with_result(attempts: Iterable[Attempt | None]) -> tuple[Attempt, ...]:
    return tuple(each for each in attempts if each is not None and each.has_result)
