"""PlanningJaccard: how many actions two plans share, whatever their order.

**Input**: two plans.

**Formula**: `|A(learned) ∩ A(reference)| / |A(learned) ∪ A(reference)|`, where A is the set of
ground actions of a plan. Each action of a parallel step counts separately.

**Range**: [0, 1], higher is better; symmetric. `1 - PlanningJaccard` is a metric, the distance δa
of [action-distance](action-distance.md).

**Edge cases**: both plans empty: 1. One empty: 0. A text without a step, such as a refusal in
words, counts as one action that matches no other. Repetitions do not count.

**Source**: `PlanningJaccard` of GAICo 0.4; B. Srivastava et al., Domain independent approaches
for finding diverse plans, IJCAI 2007.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from plancore.bridge.pddl_package import PlanLike, as_plan
from plancore.metrics.base import Figure, Metric, PlanPair, Valued
from plancore.metrics.support.confusion import Ratio


@dataclass(frozen=True, slots=True)
class PlanningJaccard(Valued):
    """The number of distinct actions in both plans and in only one of them."""

    shared: int
    learned_only: int
    reference_only: int

    @property
    def value(self) -> Fraction:
        """`shared / (shared + learned_only + reference_only)`, in [0, 1]."""
        union = self.shared + self.learned_only + self.reference_only
        return Fraction(self.shared, union) if union else Fraction(1)


def measure(learned: PlanLike, reference: PlanLike) -> PlanningJaccard:
    """Measure two plans."""
    return _of_pair(PlanPair(learned=as_plan(learned), reference=as_plan(reference)))


def _of_pair(pair: PlanPair) -> PlanningJaccard:
    learned, reference = pair.learned, pair.reference
    return PlanningJaccard(
        pair.n_shared,
        len(learned.action_counts) - pair.n_shared + learned.is_missing,
        len(reference.action_counts) - pair.n_shared + reference.is_missing,
    )


METRIC: Final = Metric(
    "planning-jaccard",
    __doc__,
    _of_pair,
    (
        Figure[PlanningJaccard](
            "planning-jaccard",
            "PlanningJaccard",
            lambda jaccard: Ratio(
                jaccard.value,
                jaccard.shared,
                jaccard.shared + jaccard.learned_only + jaccard.reference_only,
            ),
            is_similarity=True,
        ),
    ),
    data=PlanningJaccard.to_dict,
)
