"""PlanningLCS: the share of steps that two plans have in common, in the same order.

**Input**: two plans.

**Formula**: `|LCS(learned, reference)| / max(|learned|, |reference|)`, where LCS is a longest
common subsequence of the steps. A step is an action or, in a parallel plan, a set of actions;
`{b}` and `b` are different steps. Times do not count; timed plans are ordered by start time.

**Range**: [0, 1], higher is better; symmetric. `1 - PlanningLCS` is a metric in the sense of
the triangle inequality (Bakkelund 2009).

**Edge cases**: both plans empty: 1. One empty: 0. A text without a step, such as a refusal in
words, is not an empty plan: it counts as one step that matches no other, so the score is 0. An
action that occurs twice counts twice.

**Source**: `PlanningLCS` of GAICo 0.4, whose documentation this follows. GAICo itself splits
`stack(a,b)` at the comma; `plancore.metrics.support.plan_batches` reproduces that. The alias
`action-sequence-diff` is GAICo's earlier name for this metric (June 2025, unreleased). GAICo's
documentation describes `ActionSequenceDiff` as a set difference; for that see
[action-distance](action-distance.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from plancore.align.sequences import lcs_length
from plancore.bridge.pddl_package import PlanLike, as_plan
from plancore.compare.plans import PlanDiff, step_order
from plancore.metrics.base import Figure, Metric, PlanPair
from plancore.metrics.support.confusion import Ratio, as_float, as_text
from plancore.stop import NEVER, Checkpoint


@dataclass(frozen=True, slots=True)
class PlanningLcs:
    """The numbers of matched steps and of the steps of both plans."""

    matched: int
    learned: int
    reference: int
    exact: bool = True
    """Whether no alignment matches more steps; else `matched` is a lower bound."""

    @property
    def value(self) -> Fraction:
        """`matched / max(learned, reference)`, in [0, 1]."""
        longer = max(self.learned, self.reference)
        return Fraction(self.matched, longer) if longer else Fraction(1)

    def to_dict(self) -> dict[str, object]:
        """The counts, then the value as a float and exactly."""
        return {
            "matched": self.matched,
            "learned": self.learned,
            "reference": self.reference,
            "value": as_float(self.value),
            "value_exact": as_text(self.value),
        }


def measure(
    learned: PlanLike, reference: PlanLike, *, checkpoint: Checkpoint = NEVER
) -> PlanningLcs:
    """Measure two plans; always exact. `checkpoint` may raise to cancel."""
    learned, reference = as_plan(learned), as_plan(reference)
    ours = [learned.steps[index].key for index in step_order(learned)]
    theirs = [reference.steps[index].key for index in step_order(reference)]
    matched = lcs_length(ours, theirs, checkpoint=checkpoint)
    return PlanningLcs(matched, len(ours) + learned.is_missing, len(theirs) + reference.is_missing)


def of_diff(diff: PlanDiff) -> PlanningLcs:
    """The result for two compared plans; a lower bound if the diff is not exact."""
    counts = diff.counts
    return PlanningLcs(counts.equal, counts.learned, counts.reference, diff.exact)


def _of_pair(pair: PlanPair) -> PlanningLcs:
    if pair.diff is None or pair.learned.is_missing or pair.reference.is_missing:
        return measure(pair.learned, pair.reference)
    return of_diff(pair.diff)


METRIC: Final = Metric(
    "planning-lcs",
    __doc__,
    _of_pair,
    (
        Figure[PlanningLcs](
            "planning-lcs",
            "PlanningLCS",
            lambda lcs: Ratio(lcs.value, lcs.matched, max(lcs.learned, lcs.reference)),
            is_similarity=True,
            remark=lambda lcs: "" if lcs.exact else "at least (too long for an exact alignment)",
        ),
    ),
    data=PlanningLcs.to_dict,
    aliases=("action-sequence-diff",),
)
