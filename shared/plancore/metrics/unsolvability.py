"""Unsolvability: how well the learned domain predicts which problems have no plan.

**Input**: attempts with the learned domain, and the problems known to be solvable or unsolvable
from all attempts. A problem with a valid plan in the reference is solvable; a problem that a
planner has proved to have none there is unsolvable. Others are left out.

**Formula**: the positive class is unsolvable. Only an attempt with a proof predicts it, never one
that ran out of time. *unsolvable_precision* = TP / (TP + FP), *unsolvable_recall* = TP / (TP + FN).

**Range**: [0, 1], higher is better.

**Edge cases**: precision is undefined if nothing was proved, recall if every problem is
solvable.

**Source**: the confusion matrix of unsolvability; this project's definition.
"""

from __future__ import annotations

from typing import Final

from plancore.metrics.attempts import AttemptClass, SolvingSet
from plancore.metrics.base import Figure, Metric
from plancore.metrics.support.confusion import Confusion


def measure(case: SolvingSet) -> Confusion:
    """Compare proofs of unsolvability with the known solvability of the problems."""
    solvable = case.known.solvable
    pairs = [
        (attempt.attempt_class is AttemptClass.UNSOLVABLE, not solvable[attempt.problem])
        for attempt in case.learned
        if attempt.problem in solvable
    ]
    return Confusion(
        pairs.count((True, True)),
        pairs.count((True, False)),
        pairs.count((False, True)),
        pairs.count((False, False)),
        when_empty=None,
    )


METRIC: Final = Metric(
    "unsolvability",
    __doc__,
    measure,
    (
        Figure(
            "unsolvable_precision",
            "unsolvability precision",
            lambda confusion: confusion.counted("precision"),
        ),
        Figure(
            "unsolvable_recall",
            "unsolvability recall",
            lambda confusion: confusion.counted("recall"),
        ),
    ),
    data=lambda confusion: {
        "unsolvability": confusion.to_dict(),
        "unsolvable_precision": confusion.to_dict()["precision"],
        "unsolvable_recall": confusion.to_dict()["recall"],
    },
)
