"""Causal link distance δc: how differently two plans achieve their conditions.

**Input**: two plans and the domain and problem that they are executed in.

**Formula**: `1 - |C ∩ C'| / |C ∪ C'|` over the sets of causal links. A link is a producer, a
literal and a consumer. The consumer needs the literal; the goal is also a consumer. The producer is
the last step before the consumer that achieved the literal, or the initial state. Producers and
consumers are ground actions without their position in the plan, so a parallel plan and its
serialisation have the same links. A durative action consumes at its start, over its whole duration
and at its end, and produces at its start and end.

**Range**: [0, 1], lower is more alike; symmetric.

**Edge cases**: no links in either plan: 0. Undefined for a plan that cannot be executed, even
compared with itself. If several simultaneous actions achieve the same literal, the last one by name
counts. Derived atoms and conditions other than literals (disjunctions, numbers) make no links.

**Source**: B. Srivastava et al., Domain independent approaches for finding diverse plans, IJCAI
2007.
"""

from __future__ import annotations

from collections.abc import Hashable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from plancore.metrics.base import Figure, Metric, Need, PlanPair, Valued
from plancore.metrics.support.confusion import Ratio


@dataclass(frozen=True, slots=True)
class CausalLinkDistance(Valued):
    """The number of links in both plans and in only one of them."""

    shared: int
    learned_only: int
    reference_only: int

    @property
    def value(self) -> Fraction:
        """The share of links that are in only one plan, in [0, 1]."""
        return self.ratio.value or Fraction(0)

    @property
    def ratio(self) -> Ratio:
        """The distance with its counts."""
        unshared = self.learned_only + self.reference_only
        total = unshared + self.shared
        return Ratio(Fraction(unshared, total) if unshared else Fraction(0), unshared, total)


def measure(
    learned: AbstractSet[Hashable] | None, reference: AbstractSet[Hashable] | None
) -> CausalLinkDistance | None:
    """Measure two sets of links; None is a plan that cannot be executed."""
    if learned is None or reference is None:
        return None
    shared = len(learned & reference)
    return CausalLinkDistance(shared, len(learned) - shared, len(reference) - shared)


def _of_pair(pair: PlanPair) -> CausalLinkDistance | None:
    assert pair.runs is not None
    return measure(*(run.links for run in pair.runs))


METRIC: Final = Metric(
    "causal-link-distance",
    __doc__,
    _of_pair,
    (
        Figure[CausalLinkDistance](
            "causal-link-distance", "causal link distance", lambda distance: distance.ratio
        ),
    ),
    frozenset((Need.RUNS,)),
    data=CausalLinkDistance.to_dict,
)
