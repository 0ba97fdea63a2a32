"""The definition of a metric: its name, its needs, how it measures a case, and how to show it.

Evaluation, text, JSON, CSV, viewer and documentation get everything from the registry, so a new
metric is a module and a line there.

A case is what a metric measures: two domains, with states, plans and a codec if any; two plans,
with their comparison and executions if available; or the runs of one experiment.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import repeat
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from plancore.jsonable import Json, fields_of
from plancore.memo import lazy
from plancore.metrics.support.confusion import Mean, Ratio, as_float, as_text, mean
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


Value: TypeAlias = str | bool | int | Fraction | Ratio | Mean | None
"""A score, with its counts if it has any; None if undefined."""

_LABELLED: Final = re.compile(r"^\*\*(.+?)\*\*: (.*?)(?=\n\n(?!- )|\Z)", re.DOTALL | re.MULTILINE)
_ITEM: Final = re.compile(r"^- ", re.MULTILINE)


class Need(StrEnum):
    """Data that a metric may need in addition to two domains or two plans."""

    STATES = "states, in the vocabulary of both domains"
    CODED_STATES = "states, and a codec between the two domains"
    TRAJECTORIES = "trajectories"
    PLAN_CASES = "plans, with their problems"
    AMLGYM = "`--amlgym`"
    TEXTS = "the texts of both domains"
    WALKS = "a problem and `--walks`"
    RUNS = "both plans executed"


class Group(StrEnum):
    """The tables for many pairs of domains; a single one would be too wide."""

    LITERALS = "Literals"
    MEANING = "Distance and meaning"
    STATES = "States of the trajectories"
    FURTHER = "Other metrics"


class Case(Protocol):
    """The input of a metric: two domains or two plans, with additional data."""

    @property
    def given(self) -> frozenset[Need]:
        """The needs that this case meets."""
        ...


C = TypeVar("C", bound=Case, contravariant=True)
M = TypeVar("M")


class Passage(NamedTuple):
    """A section of a text report: a title, a table, and remarks below it."""

    title: str
    rows: Sequence[Sequence[Value]] = ()
    head: Sequence[str] = ()
    remarks: Sequence[str] = ()


class Figure(NamedTuple, Generic[M]):
    """A score of a metric: a column of tables and CSV, a line of a review.

    `name` is unique among the figures of all metrics and has no blanks; `title` is for readers. If
    `is_similarity`, 1 minus the value is a distance. `remark` adds what the value does not show, or
    is empty. `brief` is a short name for one-line summaries, which only a few scores have. Figures
    that are not `in_tables` are in CSV and JSON only.
    """

    name: str
    title: str
    of: Callable[[M], Value]
    is_similarity: bool = False
    remark: Callable[[M], str] = lambda _: ""
    brief: str = ""
    in_tables: bool = True


@dataclass(frozen=True, slots=True)
class Metric(Generic[C, M]):
    """A metric. `doc` is its documentation, in labelled paragraphs.

    `measure` returns None for a case on which the metric is undefined. JSON, tables of many pairs
    and text reports show the figures, unless `data`, `summary` or `passages` replace them.
    """

    name: str
    doc: str | None
    measure: Callable[[C], M | None]
    figures: tuple[Figure[M], ...]
    needs: frozenset[Need] = frozenset()
    field: str = ""
    """Its field in JSON, by default its name. Metrics that exclude each other share one."""
    group: Group = Group.FURTHER
    data: Callable[[M], Json] | None = None
    summary: Callable[[M], Json] | None = None
    passages: Callable[[M], Iterable[Passage]] | None = None
    headline: Callable[[M], Iterable[tuple[str, Value]]] | None = None
    """The key results for the headline of a report: labels, each with its value."""
    aliases: tuple[str, ...] = ()
    of_differences: bool = False
    """Whether it measures the differences of a comparison, which is by name or aligned."""

    @property
    def title(self) -> str:
        """Its name in a sentence."""
        return (self.doc or self.name).partition(":")[0].strip()

    @property
    def paragraphs(self) -> dict[str, str]:
        """The labelled paragraphs of `doc` by their labels, each with its list on one line."""
        labelled = _LABELLED.findall(self.doc or "")
        return {label: " ".join(_ITEM.sub("", text).split()) for label, text in labelled}

    @property
    def place(self) -> str:
        """Its field in JSON."""
        return self.field or self.name.replace("-", "_")

    def values(self, result: M | None) -> dict[str, Value]:
        """The value of each figure, by name."""
        return {
            figure.name: None if result is None else figure.of(result) for figure in self.figures
        }

    def to_data(self, result: M | None) -> Json | None:
        """The whole result for JSON, counts before ratios."""
        if result is None:
            return None
        if self.data is not None:
            return self.data(result)
        return {name: plain(value) for name, value in self.values(result).items()}

    def to_summary(self, result: M | None) -> Json | None:
        """The part of the result for JSON of many pairs."""
        if result is None or self.summary is None:
            return self.to_data(result)
        return self.summary(result)

    def told(self, result: M | None) -> Iterable[Passage]:
        """The passages that a text report shows."""
        if self.passages is not None:
            return () if result is None else self.passages(result)
        rows = [
            (figure.title, None if result is None else figure.of(result)) for figure in self.figures
        ]
        return (Passage(self.title, rows),)

    def first(self, result: M | None) -> Iterable[tuple[str, Value]]:
        """The key results for the headline of a report; empty if it has none."""
        return () if result is None or self.headline is None else self.headline(result)


class Measurements:
    """The results for a case of every metric whose needs it meets, each measured at first use."""

    def __init__(self, metrics: Iterable[Metric[Any, Any]], case: Case) -> None:
        available = case.given
        self._metrics = {each.name: each for each in metrics if each.needs <= available}
        self._case = case
        self._results: dict[str, Any] = {}

    def __iter__(self) -> Iterator[tuple[Metric[Any, Any], Any]]:
        """The metrics whose needs the case met, with their results, in order."""
        return ((metric, self._result(name)) for name, metric in self._metrics.items())

    def of(self, metric: Metric[Any, M]) -> M:
        """The result of `metric`; raises KeyError if it was not measured, or is undefined."""
        result: M | None = self._result(metric.name)
        if result is None:
            raise KeyError(metric.name)
        return result

    def _result(self, name: str) -> Any:
        if name not in self._results:
            self._results[name] = self._metrics[name].measure(self._case)
        return self._results[name]

    def measure(self, checkpoint: Checkpoint) -> None:
        """Measure all. `checkpoint` is called before each, and may raise to cancel."""
        for count, name in enumerate(self._metrics):
            checkpoint(count)
            self._result(name)
        del self._case  # which may have a thousand states


def measure_all(
    metrics: Iterable[Metric[Any, Any]], case: Case, checkpoint: Checkpoint = NEVER
) -> Measurements:
    """Measure `case` with every metric whose needs it meets. `checkpoint` is called before each,
    and may raise to cancel."""
    made = Measurements(metrics, case)
    made.measure(checkpoint)
    return made


def number(value: Value) -> str | bool | int | Fraction | None:
    """The value without its counts, exactly."""
    return value.value if isinstance(value, Ratio | Mean) else value


def plain(value: Value) -> str | bool | int | float | None:
    """The value without its counts for JSON and CSV, not rounded."""
    exact = number(value)
    return float(exact) if isinstance(exact, Fraction) else exact


# Cases.


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
