"""Plan stability: how many actions a repaired plan lost or gained.

**Input**: two plans.

**Formula**: `D = |A - B| + |B - A|` over the multisets of ground actions: the actions that
are in one plan only.

**Range**: a count of actions from 0 up, not normalised; lower is more alike; symmetric.

**Edge cases**: both plans empty: 0. Never undefined.

**Source**: M. Fox, A. Gerevini, D. Long, I. Serina, Plan stability: replanning versus plan repair,
ICAPS 2006.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from plancore.bridge.pddl_package import PlanLike, as_plan
from plancore.metrics.base import Figure, Metric, PlanPair, Valued
from plancore.phrases import SIDES


@dataclass(frozen=True, slots=True)
class PlanStability(Valued):
    """The number of occurrences of actions in only one plan."""

    learned_only: int
    reference_only: int

    @property
    def value(self) -> Fraction:
        """`learned_only + reference_only`."""
        return Fraction(self.learned_only + self.reference_only)


def measure(learned: PlanLike, reference: PlanLike) -> PlanStability:
    """Measure two plans."""
    return _of_pair(PlanPair(learned=as_plan(learned), reference=as_plan(reference)))


def _of_pair(pair: PlanPair) -> PlanStability:
    shared = pair.n_shared_occurrences
    ours, theirs = pair.learned.action_counts.total(), pair.reference.action_counts.total()
    return PlanStability(ours - shared, theirs - shared)


METRIC: Final = Metric(
    "plan-stability",
    __doc__,
    _of_pair,
    (
        Figure[PlanStability](
            "plan-stability",
            "plan stability",
            lambda stability: stability.learned_only + stability.reference_only,
            remark=lambda stability: (
                f"{stability.learned_only} {SIDES.extra} and "
                f"{stability.reference_only} {SIDES.missing}"
            ),
        ),
    ),
    data=PlanStability.to_dict,
)
