"""What metrics of plans measure on: two plans, and what is known of them already."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from plancore.compare.plans import PlanDiff
from plancore.memo import lazy
from plancore.metrics.base import Need
from plancore.metrics.support.action_counts import shared_actions, shared_occurrences
from plancore.model.plan import Plan
from plancore.simulate.causal_links import link_labels
from plancore.simulate.trace import Trace


@dataclass(frozen=True)
class ExecutedPlan:
    """An executed plan."""

    trace: Trace

    @lazy
    def links(self) -> frozenset[Hashable] | None:
        """Its causal links, worked out once; None if it cannot be executed to its end."""
        return link_labels(self.trace) if self.trace.executable else None


@dataclass(frozen=True, kw_only=True)
class PlanPair:
    """A learned plan beside its reference.

    `diff` is their comparison where there is one already, `runs` are both executions.
    """

    learned: Plan
    reference: Plan
    diff: PlanDiff | None = None
    runs: tuple[ExecutedPlan, ExecutedPlan] | None = None

    @lazy
    def n_shared(self) -> int:
        """How many actions occur in both, `|A ∩ B|` of two sets; counted once."""
        return shared_actions(self.learned.action_counts, self.reference.action_counts)

    @lazy
    def n_shared_occurrences(self) -> int:
        """The same of two multisets: of each action the lesser count."""
        return shared_occurrences(self.learned.action_counts, self.reference.action_counts)

    @property
    def given(self) -> frozenset[Need]:
        """What a metric finds in it."""
        return frozenset() if self.runs is None else frozenset((Need.RUNS,))
