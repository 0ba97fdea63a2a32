"""Uniqueness: whether two plans count as different.

**Input**: two plans.

**Formula**: 0 when the sets of ground actions are equal, else 1. With `subset`, 0 also if
one set contains the other: the larger plan is then the smaller one with a detour.

**Range**: 0 or 1, lower is more alike; symmetric.

**Edge cases**: both plans empty: 0. With `subset` the empty plan is contained in every other.

**Source**: M. Roberts, A. Howe, I. Ray, Evaluating diversity in classical planning, ICAPS 2014; the
two variants are those of plandiversity and of IBM's diversity score.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, NamedTuple

from plancore.bridge.pddl_package import PlanLike, as_plan
from plancore.metrics.base import Figure, Metric, PlanPair, Valued


@dataclass(frozen=True, slots=True)
class Uniqueness(Valued):
    """The number of distinct actions in only one plan, and which reading decides."""

    learned_only: int
    reference_only: int
    subset: bool = False

    @property
    def value(self) -> Fraction:
        """0 for the same plan, 1 for another one."""
        if self.subset:
            return Fraction(bool(self.learned_only and self.reference_only))
        return Fraction(bool(self.learned_only or self.reference_only))


def measure(learned: PlanLike, reference: PlanLike, *, subset: bool = False) -> Uniqueness:
    """Measure two plans."""
    pair = PlanPair(learned=as_plan(learned), reference=as_plan(reference))
    return replace(_of_pair(pair).equal, subset=subset)


class _Both(NamedTuple):
    equal: Uniqueness
    subset: Uniqueness


def _of_pair(pair: PlanPair) -> _Both:
    ours, theirs = pair.learned.action_counts, pair.reference.action_counts
    equal = Uniqueness(len(ours) - pair.n_shared, len(theirs) - pair.n_shared)
    return _Both(equal, replace(equal, subset=True))


METRIC: Final = Metric(
    "uniqueness",
    __doc__,
    _of_pair,
    (
        Figure[_Both]("uniqueness", "uniqueness", lambda both: int(both.equal.value)),
        Figure[_Both](
            "uniqueness-subset", "uniqueness, no subset", lambda both: int(both.subset.value)
        ),
    ),
    data=lambda both: {"equal": both.equal.to_dict(), "subset": both.subset.to_dict()},
)
