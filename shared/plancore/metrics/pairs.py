"""The cases of plan metrics: two plans, with their comparison and executions if available."""

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
        """Its causal links, computed once; None if it cannot be executed to its end."""
        return link_labels(self.trace) if self.trace.executable else None


@dataclass(frozen=True, kw_only=True)
class PlanPair:
    """A learned plan and its reference.

    `diff` is their comparison if there is one already, `runs` are both executions.
    """

    learned: Plan
    reference: Plan
    diff: PlanDiff | None = None
    runs: tuple[ExecutedPlan, ExecutedPlan] | None = None

    @lazy
    def n_shared(self) -> int:
        """The number of distinct actions in both plans, `|A ∩ B|` of two sets; computed once."""
        return shared_actions(self.learned.action_counts, self.reference.action_counts)

    @lazy
    def n_shared_occurrences(self) -> int:
        """`|A ∩ B|` of two multisets: the sum of the smaller count of each action."""
        return shared_occurrences(self.learned.action_counts, self.reference.action_counts)

    @property
    def given(self) -> frozenset[Need]:
        """The needs that this case meets."""
        return frozenset() if self.runs is None else frozenset((Need.RUNS,))


# The actions that two plans share, as sets and as multisets.


def shared_actions(ours: Counter[StepKey], theirs: Counter[StepKey]) -> int:
    """`|A ∩ B|` of two sets: the number of actions in both."""
    return sum(map(theirs.__contains__, ours))


def shared_occurrences(ours: Counter[StepKey], theirs: Counter[StepKey]) -> int:
    """`|A ∩ B|` of two multisets: the sum of the smaller count of each action."""
    return sum(map(min, ours.values(), map(theirs.get, ours, repeat(0))))


# Values computed from counts.


class Valued(ABC):
    """A dataclass whose fields are counts, with a value computed from them."""

    __slots__ = ()

    @property
    @abstractmethod
    def value(self) -> Fraction:
        """The value, exactly."""

    def to_dict(self) -> Json:
        """The counts, then the value as a float and exactly."""
        exact = {"value": as_float(self.value), "value_exact": as_text(self.value)}
        return fields_of(self) | exact
