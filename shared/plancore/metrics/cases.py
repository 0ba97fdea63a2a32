"""The cases of domain metrics: two domains, with states, plans and a codec if there are any."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from plancore.compare.domains import DomainDiff
from plancore.metrics.base import Need
from plancore.model.domain import Domain
from plancore.model.plan import Plan
from plancore.model.problem import Problem
from plancore.stop import NEVER, Checkpoint

if TYPE_CHECKING:
    # Most cases have none of these, and importing them takes longer than counting literals.
    from plancore.codec.base import Codec
    from plancore.model.trajectory import Trajectory
    from plancore.vectors.sample import StateSample


class Ambiguity(StrEnum):
    """How to count a pair of a state and an action whose encodings lead to different states."""

    MEAN = "mean"
    BEST = "best"
    WORST = "worst"


class PlanCase(NamedTuple):
    """A plan and its problem; `name` is for reports."""

    name: str
    problem: Problem
    plan: Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class DomainCase:
    """A learned domain compared with its reference, with states, plans and a codec if any.

    `codec` is None if both have the same vocabulary. `time_limit` is that of the minimum edit
    distance in seconds, None for no search. `texts` are those of the two files, the learned one
    first; `is_executable` if the learned one has no errors. `n_walks` random walks in the problem
    have at most `walk_length` actions each, and depend on the `seed`. `checkpoint` is called with
    the progress and the stage, and may raise to cancel.
    """

    diff: DomainDiff
    problem: Problem | None = None
    codec: Codec | None = None
    ambiguity: Ambiguity = Ambiguity.MEAN
    samples: Sequence[StateSample] = ()
    trajectories: Sequence[Trajectory] = ()
    plans: Sequence[PlanCase] = ()
    time_limit: float | None = None
    like_amlgym: bool = False
    texts: tuple[str, str] | None = None
    is_executable: bool = False
    n_walks: int = 0
    walk_length: int = 0
    seed: int = 0
    checkpoint: Checkpoint = NEVER

    @property
    def learned(self) -> Domain:
        """The domain to measure."""
        return self.diff.learned

    @property
    def reference(self) -> Domain:
        """The domain to compare with."""
        return self.diff.reference

    @property
    def given(self) -> frozenset[Need]:
        """The needs that this case meets."""
        states = Need.STATES if self.codec is None else Need.CODED_STATES
        return frozenset(
            need
            for need, is_there in (
                (states, self.samples),
                (Need.TRAJECTORIES, self.trajectories),
                (Need.PLAN_CASES, self.plans),
                (Need.AMLGYM, self.like_amlgym),
                (Need.TEXTS, self.texts is not None),
                (Need.WALKS, self.n_walks and self.problem is not None),
            )
            if is_there
        )
