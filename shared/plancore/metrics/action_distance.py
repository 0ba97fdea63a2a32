"""Action distance: how different the actions of two plans are, whatever their order.

**Input**: two plans.

**Formula**: three readings are in use.

- `set` (δa): `1 - |A ∩ B| / |A ∪ B|` over the sets of ground actions, the complement of
  PlanningJaccard.
- `multiset`: the same over multisets, so that repetitions count.
- `dice`: `(|A - B| + |B - A|) / (|A| + |B|)` over multisets.

**Range**: [0, 1], lower is more alike; symmetric.

**Edge cases**: both plans empty: 0. One empty: 1. Never undefined.

**Source**: `set` is δa of B. Srivastava et al., Domain independent approaches for finding diverse
plans, IJCAI 2007, and the complement of "stability" in M. Katz and S. Sohrabi, Reshaping diverse
planning, AAAI 2020; `dice` is the form of LPG-d.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from plancore.bridge.pddl_package import PlanLike, as_plan
from plancore.metrics.confusion import as_float, as_text

NAME: Final = "action-distance"


class Reading(StrEnum):
    """Which of the three formulas."""

    SET = "set"
    MULTISET = "multiset"
    DICE = "dice"


@dataclass(frozen=True, slots=True)
class ActionDistance:
    """The actions in both plans and in one of them only, counted as the reading says."""

    reading: Reading
    shared: int
    left_only: int
    right_only: int

    @property
    def value(self) -> Fraction:
        """The distance, in [0, 1]."""
        apart = self.left_only + self.right_only
        weight = 2 if self.reading is Reading.DICE else 1
        whole = apart + weight * self.shared
        return Fraction(apart, whole) if whole else Fraction(0)

    def to_dict(self) -> dict[str, object]:
        """The counts, then the value as a float and exactly."""
        return {
            "reading": self.reading.value,
            "shared": self.shared,
            "left_only": self.left_only,
            "right_only": self.right_only,
            "value": as_float(self.value),
            "value_exact": as_text(self.value),
        }


def measure(left: PlanLike, right: PlanLike, reading: Reading = Reading.SET) -> ActionDistance:
    """Measure two plans."""
    left, right = as_plan(left), as_plan(right)
    a, b = Counter(left.actions), Counter(right.actions)
    if reading is Reading.SET:
        shared = len(a.keys() & b.keys())
        return ActionDistance(reading, shared, len(a) - shared, len(b) - shared)
    shared = (a & b).total()
    return ActionDistance(reading, shared, a.total() - shared, b.total() - shared)
