"""A set of plans, and what was measured of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from plancore.metrics.support.plan_batches import BatchScore, PlanMatrix, Splitting
from plancore.model.plan import Plan
from plancore.simulate.trace import Verdict


@dataclass(frozen=True, slots=True)
class PlanFile:
    """A plan with the text that it was read from."""

    name: str
    text: str
    plan: Plan


@dataclass(frozen=True, slots=True)
class Scores:
    """Plans with the reference of each, and how they score."""

    references: tuple[str, ...]
    splitting: Splitting
    scores: tuple[BatchScore, ...]

    @property
    def all_pass(self) -> bool:
        """Whether every pair reaches every threshold."""
        return all(all(score.passed) for score in self.scores)


@dataclass(frozen=True, slots=True)
class PlanSetReview:
    """The plans, one line for each that could not be read, and what was measured; `verdicts` are
    there when they were executed."""

    kind: ClassVar[str] = "plans"

    files: tuple[PlanFile, ...]
    problems: tuple[str, ...]
    verdicts: tuple[Verdict, ...] | None = None
    matrices: tuple[PlanMatrix, ...] = ()
    scores: Scores | None = None

    @property
    def status(self) -> int:
        """0: all is measured and every pair passes; 1: some pair does not; 2: trouble."""
        if self.problems:
            return 2
        return 0 if self.scores is None or self.scores.all_pass else 1
