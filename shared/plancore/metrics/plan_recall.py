"""Plan recall: the share of the reference's plans that the learned domain accepts.

**Input**: plans of the reference, found by a planner or given, and action sequences that the
reference rejects.

**Formula**: *plan_recall* (reference plan acceptance): of the plans that are valid in the
reference, the share that is valid in the learned domain. *nonplan_rejection*: of the given
sequences that the reference rejects, the share that the learned domain also rejects. With a codec
they are encoded for the learned domain; what cannot be encoded counts as rejected.

**Range**: [0, 1], higher is better.

**Edge cases**: undefined without such plans. Plans that are undecided in the learned domain are
left out.

**Source**: recall of a model by the plans that it accepts; with plans and non-plans instead of
states.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass
from typing import Final

from plancore.metrics.attempts import SolvingSet
from plancore.metrics.base import Figure, Metric
from plancore.metrics.support.confusion import Ratio
from plancore.simulate.trace import Verdict

ACCEPTED: Final = frozenset({Verdict.VALID})
REJECTED: Final = frozenset({Verdict.INVALID, Verdict.MALFORMED})


def agreement(pairs: Iterable[tuple[Verdict, Verdict]], verdicts: Set[Verdict]) -> Ratio:
    """Among the plans with one of `verdicts` in the reference, the share with one of them in the
    learned domain, ignoring plans that it cannot decide. A pair is the verdict of the learned
    domain and that of the reference."""
    agree = [
        learned in verdicts
        for learned, reference in pairs
        if reference in verdicts and learned is not Verdict.UNDECIDED
    ]
    return Ratio.of(sum(agree), len(agree))


@dataclass(frozen=True, slots=True)
class PlanRecall:
    """The shares of accepted valid plans and of rejected invalid ones."""

    accepted: Ratio
    rejected: Ratio


def measure(case: SolvingSet) -> PlanRecall:
    """Compare the verdicts of both domains on the plans of the reference."""
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
        Figure("nonplan_rejection", "non-plan rejection", lambda recall: recall.rejected),
    ),
)
