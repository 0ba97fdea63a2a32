"""PlanningLCS: how much of two plans is the same, in the same order.

**Input**: two plans.

**Formula**: `|LCS(left, right)| / max(|left|, |right|)`, where LCS is a longest common
subsequence of the steps. A step is an action or, where actions happen at once, a set of
actions; `{b}` and `b` are different steps. Times do not count; timed plans are taken in the
order of their start times.

**Range**: [0, 1], higher is better; symmetric. `1 - PlanningLCS` is a metric in the sense of
the triangle inequality (Bakkelund 2009).

**Edge cases**: both plans empty: 1. One empty: 0. An action that occurs twice counts twice.

**Source**: `PlanningLCS` of GAICo 0.4, whose documentation this follows. GAICo itself splits
`stack(a,b)` at the comma; `plancore.metrics.gaico_splitting` reproduces that.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from plancore.align.sequences import lcs_length
from plancore.bridge.pddl_package import PlanLike, as_plan
from plancore.compare.plans import PlanDiff, step_order
from plancore.metrics.confusion import as_float, as_text
from plancore.stop import NEVER, Checkpoint

NAME: Final = "planning-lcs"


@dataclass(frozen=True, slots=True)
class PlanningLcs:
    """The matched steps and the steps of both plans."""

    matched: int
    left: int
    right: int

    @property
    def value(self) -> Fraction:
        """`matched / max(left, right)`, in [0, 1]."""
        longer = max(self.left, self.right)
        return Fraction(self.matched, longer) if longer else Fraction(1)

    def to_dict(self) -> dict[str, object]:
        """The counts, then the value as a float and exactly."""
        return {
            "matched": self.matched,
            "left": self.left,
            "right": self.right,
            "value": as_float(self.value),
            "value_exact": as_text(self.value),
        }


def measure(left: PlanLike, right: PlanLike, *, checkpoint: Checkpoint = NEVER) -> PlanningLcs:
    """Measure two plans; always exact. `checkpoint` may raise to cancel."""
    left, right = as_plan(left), as_plan(right)
    a = [left.steps[index].key for index in step_order(left)]
    b = [right.steps[index].key for index in step_order(right)]
    return PlanningLcs(lcs_length(a, b, checkpoint=checkpoint), len(a), len(b))


def of_diff(diff: PlanDiff) -> PlanningLcs:
    """The measure of two plans that have been compared; a lower bound if the diff is not exact."""
    return PlanningLcs(diff.counts.equal, diff.counts.left, diff.counts.right)
