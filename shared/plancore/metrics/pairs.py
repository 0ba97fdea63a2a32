"""The cases of plan metrics: two plans, and what is known of them already."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from itertools import repeat

from plancore.compare.plans import PlanDiff
from plancore.jsonable import Json, fields_of
from plancore.memo import lazy
from plancore.metrics.base import Need
from plancore.metrics.support.confusion import as_float, as_text
from plancore.model.plan import Plan, StepKey
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


# The actions that two plans share, as sets and as multisets.


def shared_actions(ours: Counter[StepKey], theirs: Counter[StepKey]) -> int:
    """`|A ∩ B|` of two sets: the actions that occur in both."""
    return sum(map(theirs.__contains__, ours))


def shared_occurrences(ours: Counter[StepKey], theirs: Counter[StepKey]) -> int:
    """`|A ∩ B|` of two multisets: of each action the lesser count."""
    return sum(map(min, ours.values(), map(theirs.get, ours, repeat(0))))


# Values that are made of counts.


class Valued(ABC):
    """A dataclass whose fields are counts, with the value that they make."""

    __slots__ = ()

    @property
    @abstractmethod
    def value(self) -> Fraction:
        """The value, exactly."""

    def to_dict(self) -> Json:
        """The counts, then the value as a float and exactly."""
        exact = {"value": as_float(self.value), "value_exact": as_text(self.value)}
        return fields_of(self) | exact
