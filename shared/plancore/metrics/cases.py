"""The cases of metrics: two domains, with states, plans and a codec if any; two plans, with their
comparison and executions if available; or the runs of one experiment."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import repeat
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from plancore.jsonable import Json, fields_of
from plancore.memo import lazy
from plancore.metrics.base import Need
from plancore.metrics.support.confusion import Mean, as_float, as_text, mean
from plancore.stop import NEVER, Checkpoint

if TYPE_CHECKING:
    # Most cases have only some of these, and importing them takes longer than counting literals.
    from plancore.codec.base import Codec
    from plancore.compare.domains import DomainDiff
    from plancore.compare.plans import PlanDiff
    from plancore.model.domain import Domain
    from plancore.model.plan import Plan, StepKey
    from plancore.model.problem import Problem
    from plancore.model.trajectory import Trajectory
    from plancore.runs import RunFacts
    from plancore.simulate.trace import Trace
    from plancore.vectors.sample import StateSample


class Ambiguity(StrEnum):
    """How to count a pair of a state and an action whose encodings lead to different states."""

    MEAN = "mean"
    BEST = "best"
    WORST = "worst"


class PlanCase(NamedTuple):
    """A plan and its problem; `name` is for reports."""

    name: str
    problem: Problem
    plan: Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class DomainCase:
    """A learned domain compared with its reference, with states, plans and a codec if any.

    `codec` is None if both have the same vocabulary. `time_limit` is that of the minimum edit
    distance in seconds, None for no search. `texts` are those of the two files, the learned one
    first; `is_executable` if the learned one has no errors. `n_walks` random walks in the problem
    have at most `walk_length` actions each, and depend on the `seed`. `checkpoint` is called with
    the progress and the stage, and may raise to cancel.
    """

    diff: DomainDiff
    problem: Problem | None = None
    codec: Codec | None = None
    ambiguity: Ambiguity = Ambiguity.MEAN
    samples: Sequence[StateSample] = ()
    trajectories: Sequence[Trajectory] = ()
    plans: Sequence[PlanCase] = ()
    time_limit: float | None = None
    like_amlgym: bool = False
    texts: tuple[str, str] | None = None
    is_executable: bool = False
    n_walks: int = 0
    walk_length: int = 0
    seed: int = 0
    checkpoint: Checkpoint = NEVER

    @property
    def learned(self) -> Domain:
        """The domain to measure."""
        return self.diff.learned

    @property
    def reference(self) -> Domain:
        """The domain to compare with."""
        return self.diff.reference

    @property
    def given(self) -> frozenset[Need]:
        """The needs that this case meets."""
        states = Need.STATES if self.codec is None else Need.CODED_STATES
        return frozenset(
            need
            for need, is_there in (
                (states, self.samples),
                (Need.TRAJECTORIES, self.trajectories),
                (Need.PLAN_CASES, self.plans),
                (Need.AMLGYM, self.like_amlgym),
                (Need.TEXTS, self.texts is not None),
                (Need.WALKS, self.n_walks and self.problem is not None),
            )
            if is_there
        )


@dataclass(frozen=True)
class ExecutedPlan:
    """An executed plan."""

    trace: Trace

    @lazy
    def links(self) -> frozenset[Hashable] | None:
        """Its causal links, computed once; None if it cannot be executed to its end."""
        # Imported late: only plans that were executed have links.
        from plancore.simulate.causal_links import link_labels

        return link_labels(self.trace) if self.trace.executable else None


@dataclass(frozen=True, kw_only=True)
class PlanPair:
    """A learned plan and its reference. `diff` is their comparison if there is one already, `runs`
    are both executions."""

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
    """A dataclass whose fields are counts, except `aside`, with a value computed from them."""

    __slots__ = ()
    aside: ClassVar[frozenset[str]] = frozenset()

    @property
    @abstractmethod
    def value(self) -> Fraction:
        """The value, exactly."""

    def to_dict(self) -> Json:
        """The counts, then the value as a float and exactly."""
        counts = {name: each for name, each in fields_of(self).items() if name not in self.aside}
        return counts | {"value": as_float(self.value), "value_exact": as_text(self.value)}


@dataclass(frozen=True, slots=True)
class RunSet:
    """The complete runs of an experiment, one per instance; all incremental, or none.

    The answers of `n_unread` other runs could not be read. `samples` are all readable runs of each
    instance, including the one in `runs`."""

    runs: tuple[RunFacts, ...]
    n_unread: int = 0
    samples: tuple[tuple[RunFacts, ...], ...] = ()

    @property
    def given(self) -> frozenset[Need]:
        """No needs beyond the runs."""
        return frozenset()

    def instances(self, of: Callable[[RunFacts], bool]) -> tuple[str, ...]:
        """The sorted names of the instances whose run satisfies `of`."""
        names = [run.instance for run in self.runs if of(run)]
        return tuple(sorted(names, key=in_order))


def in_order(name: str) -> tuple[bool, int, str]:
    """Sort key of names: numbers first, by value, then the others."""
    is_number = name.isdecimal() and name.isascii() and len(name) < 100
    return not is_number, int(name) if is_number else 0, name


def mean_of(numbers: Sequence[int | None]) -> Mean:
    """The mean of the defined numbers; undefined without any."""
    return mean(None if number is None else Fraction(number) for number in numbers)
