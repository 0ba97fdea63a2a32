"""Uniqueness: whether two plans count as different plans at all.

**Input**: two plans.

**Formula**: 0 when the sets of ground actions are equal, else 1. With `subset`, 0 also when
one set contains the other: then the larger plan is the smaller one with a detour.

**Range**: 0 or 1, lower is more alike; symmetric.

**Edge cases**: both plans empty: 0. With `subset` the empty plan is contained in every other.

**Source**: M. Roberts, A. Howe, I. Ray, Evaluating diversity in classical planning, ICAPS 2014; the
two readings are those of plandiversity and of IBM's diversity score.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from plancore.bridge.pddl_package import PlanLike, as_plan
from plancore.metrics.confusion import as_float, as_text

NAME: Final = "uniqueness"


@dataclass(frozen=True, slots=True)
class Uniqueness:
    """The distinct actions that are on one side only, and which reading decides."""

    left_only: int
    right_only: int
    subset: bool = False

    @property
    def value(self) -> Fraction:
        """0 for the same plan, 1 for another one."""
        if self.subset:
            return Fraction(bool(self.left_only and self.right_only))
        return Fraction(bool(self.left_only or self.right_only))

    def to_dict(self) -> dict[str, object]:
        """The counts, then the value as a float and exactly."""
        return {
            "left_only": self.left_only,
            "right_only": self.right_only,
            "subset": self.subset,
            "value": as_float(self.value),
            "value_exact": as_text(self.value),
        }


def measure(left: PlanLike, right: PlanLike, *, subset: bool = False) -> Uniqueness:
    """Measure two plans."""
    left, right = as_plan(left), as_plan(right)
    a, b = set(left.actions), set(right.actions)
    return Uniqueness(len(a - b), len(b - a), subset)
