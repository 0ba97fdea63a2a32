"""PlanningJaccard: how many actions two plans share, whatever their order.

**Input**: two plans.

**Formula**: `|A(left) ∩ A(right)| / |A(left) ∪ A(right)|`, where A is the set of ground actions
of a plan. Steps of several actions count action by action.

**Range**: [0, 1], higher is better; symmetric. `1 - PlanningJaccard` is a metric, the distance δa
of [action-distance](action-distance.md).

**Edge cases**: both plans empty: 1. One empty: 0. How often an action occurs does not matter.

**Source**: `PlanningJaccard` of GAICo 0.4; B. Srivastava et al., Domain independent approaches
for finding diverse plans, IJCAI 2007.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from plancore.bridge.pddl_package import PlanLike, as_plan
from plancore.metrics.confusion import as_float, as_text

NAME: Final = "planning-jaccard"


@dataclass(frozen=True, slots=True)
class PlanningJaccard:
    """The distinct actions in both plans and in one of them only."""

    shared: int
    left_only: int
    right_only: int

    @property
    def value(self) -> Fraction:
        """`shared / (shared + left_only + right_only)`, in [0, 1]."""
        union = self.shared + self.left_only + self.right_only
        return Fraction(self.shared, union) if union else Fraction(1)

    def to_dict(self) -> dict[str, object]:
        """The counts, then the value as a float and exactly."""
        return {
            "shared": self.shared,
            "left_only": self.left_only,
            "right_only": self.right_only,
            "value": as_float(self.value),
            "value_exact": as_text(self.value),
        }


def measure(left: PlanLike, right: PlanLike) -> PlanningJaccard:
    """Measure two plans."""
    left, right = as_plan(left), as_plan(right)
    a, b = set(left.actions), set(right.actions)
    return PlanningJaccard(len(a & b), len(a - b), len(b - a))
