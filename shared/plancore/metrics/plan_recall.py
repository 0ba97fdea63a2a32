"""Plan recall: which share of the plans of the reference the learned domain accepts.

**Input**: plans of the reference, found by a planner or given, and sequences of actions that are
no plans of it.

**Formula**: *plan_recall* (reference plan acceptance): of the plans that are valid in the
reference, the share that is valid in the learned domain. *nonplan_rejection*: of the given ones
that the reference rejects, the share that the learned domain rejects as well. Through a codec they
are put into the learned domain's words; what it has no words for it rejects.

**Range**: [0, 1], higher is better.

**Edge cases**: undefined without such plans. Those that the learned domain cannot decide are left
out.

**Source**: recall of a model by the plans that it accepts; plans and non-plans in place of states.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from plancore.metrics.attempts import SolvingSet
from plancore.metrics.base import Figure, Metric
from plancore.metrics.support.confusion import Ratio
from plancore.metrics.support.verdicts import ACCEPTED, REJECTED, agreement


@dataclass(frozen=True, slots=True)
class PlanRecall:
    """Both shares."""

    accepted: Ratio
    rejected: Ratio


def measure(case: SolvingSet) -> PlanRecall:
    """Ask the learned domain about the plans of the reference."""
    pairs = [
        (attempt.in_learned.verdict, attempt.in_reference.verdict)
        for attempt in case.reference
        if attempt.in_learned is not None and attempt.in_reference is not None
    ]
    return PlanRecall(agreement(pairs, ACCEPTED), agreement(pairs, REJECTED))


METRIC: Final = Metric(
    "plan-recall",
    __doc__,
    measure,
    (
        Figure("plan_recall", "plan recall", lambda recall: recall.accepted),
        Figure("nonplan_rejection", "rejection of non-plans", lambda recall: recall.rejected),
    ),
)
