"""The definition of a metric: its name, its needs, how it measures a case, and how to show results.

Evaluation, text, JSON, CSV, viewer and documentation get everything from the registry, so a new
metric is a module and a line there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from operator import attrgetter
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from plancore.jsonable import Json
from plancore.metrics.support.confusion import Mean, Ratio
from plancore.stop import NEVER, Checkpoint

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


def field_figures(*rows: tuple[str, str, str]) -> tuple[Figure[Any], ...]:
    """The scores that are fields of the result: the name, the title and the field of each."""
    return tuple(Figure(name, title, attrgetter(field)) for name, title, field in rows)


@dataclass(frozen=True, slots=True)
class Metric(Generic[C, M]):
    """A metric. `doc` is its documentation, in labelled paragraphs. `measure` returns None for a
    case on which the metric is undefined. JSON, tables of many pairs and text reports show the
    figures, unless `data`, `summary` or `passages` replace them."""

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
    """The results for a case, by metric."""

    def __init__(self, results: Iterable[tuple[Metric[Any, Any], Any]]) -> None:
        self._results = {metric.name: (metric, result) for metric, result in results}

    def __iter__(self) -> Iterator[tuple[Metric[Any, Any], Any]]:
        """The metrics whose needs the case met, with their results, in order."""
        return iter(self._results.values())

    def of(self, metric: Metric[Any, M]) -> M:
        """The result of `metric`; raises KeyError if it was not measured, or is undefined."""
        result: M | None = self._results[metric.name][1]
        if result is None:
            raise KeyError(metric.name)
        return result


def measure_all(
    metrics: Iterable[Metric[Any, Any]], case: Case, checkpoint: Checkpoint = NEVER
) -> Measurements:
    """Measure `case` by every metric whose needs it meets; `checkpoint` runs before each."""
    available = case.given
    measured: list[tuple[Metric[Any, Any], Any]] = []
    for metric in metrics:
        if metric.needs <= available:
            checkpoint(len(measured))
            measured.append((metric, metric.measure(case)))
    return Measurements(measured)


def number(value: Value) -> str | bool | int | Fraction | None:
    """The value without its counts, exactly."""
    return value.value if isinstance(value, Ratio | Mean) else value


def plain(value: Value) -> str | bool | int | float | None:
    """The value without its counts for JSON and CSV, not rounded."""
    exact = number(value)
    return float(exact) if isinstance(exact, Fraction) else exact
