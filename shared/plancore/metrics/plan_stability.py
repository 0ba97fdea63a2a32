"""Plan stability: how many actions a repaired plan lost and gained.

**Input**: two plans.

**Formula**: `D = |A - B| + |B - A|` over the multisets of ground actions: the actions that
are in one plan only.

**Range**: a count of actions from 0 up, not normalised; lower is more alike; symmetric.

**Edge cases**: both plans empty: 0. Never undefined.

**Source**: M. Fox, A. Gerevini, D. Long, I. Serina, Plan stability: replanning versus plan repair,
ICAPS 2006.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from plancore.bridge.pddl_package import PlanLike, as_plan
from plancore.metrics.confusion import as_float, as_text

NAME: Final = "plan-stability"


@dataclass(frozen=True, slots=True)
class PlanStability:
    """The occurrences of actions that are on one side only."""

    left_only: int
    right_only: int

    @property
    def value(self) -> Fraction:
        """`left_only + right_only`."""
        return Fraction(self.left_only + self.right_only)

    def to_dict(self) -> dict[str, object]:
        """The counts, then their sum."""
        return {
            "left_only": self.left_only,
            "right_only": self.right_only,
            "value": as_float(self.value),
            "value_exact": as_text(self.value),
        }


def measure(left: PlanLike, right: PlanLike) -> PlanStability:
    """Measure two plans."""
    left, right = as_plan(left), as_plan(right)
    a, b = Counter(left.actions), Counter(right.actions)
    return PlanStability((a - b).total(), (b - a).total())
