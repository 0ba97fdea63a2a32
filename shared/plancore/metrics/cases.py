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
    # Most cases have none of these, and loading them takes longer than counting literals.
    from plancore.codec.base import Codec
    from plancore.model.trajectory import Trajectory
    from plancore.vectors.sample import StateSample


class Ambiguity(StrEnum):
    """How a pair of state and action counts whose encodings lead to different states."""

    MEAN = "mean"
    BEST = "best"
    WORST = "worst"


class PlanCase(NamedTuple):
    """A plan and the problem that it is for; `name` is what reports call it."""

    name: str
    problem: Problem
    plan: Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class DomainCase:
    """A learned domain compared with its reference, with states, plans and a codec if any.

    `codec` is None where both speak the same language; `time_limit`, in seconds, is for the least
    edit distance, None for not searching. `texts` are those of the two files, the learned one
    first; `is_executable` says that the learned one has no errors. `n_walks` random walks in the
    problem have at most `walk_length` actions each, and depend on the `seed`. `checkpoint` gets the
    stage and how far it is, and may end the measuring.
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
        """The domain to measure against."""
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
