"""Metrics of many plans: scores of pairs with thresholds, distance matrices, diversity of a set.

Also splits plan texts as GAICo 0.4 does, to reproduce its scores: commas split everywhere except
inside braces, so `stack(a,b)` becomes two elements; case and blanks inside an element count; a file
of PDDL steps without a comma is one element. An empty reference scores 0 here (1 for two empty
texts), where GAICo's `calculate` compares the generated text with itself.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final, TypeAlias, TypeVar

from plancore.align.sequences import lcs_length
from plancore.metrics import planning_jaccard, planning_lcs
from plancore.metrics.base import ExecutedPlan, Figure, Metric, PlanPair, measure_all, number
from plancore.metrics.registry import plans as registry
from plancore.model.plan import Plan
from plancore.notation.plans.reader import read_plan
from plancore.simulate.trace import Trace
from plancore.stop import NEVER, Checkpoint

Element: TypeAlias = str | frozenset[str]

_MARK = re.compile(r"[{},]")


def split(text: str) -> tuple[Element, ...]:
    """The elements of a plan text; braces enclose a set."""
    pieces: list[str] = []
    depth = begin = 0
    for mark in _MARK.finditer(text):
        if mark[0] == "{":
            depth += 1
        elif mark[0] == "}":
            depth -= 1
        elif depth == 0:
            pieces.append(text[begin : mark.start()].strip())
            begin = mark.end()
    pieces.append(text[begin:].strip())
    return tuple(_element(piece) for piece in pieces if piece)


def lcs_similarity(generated: str, reference: str) -> Fraction:
    """PlanningLCS of two texts: `|LCS| / max(|generated|, |reference|)`, in [0, 1]."""
    ours, theirs = split(generated), split(reference)
    longer = max(len(ours), len(theirs))
    return Fraction(lcs_length(ours, theirs), longer) if longer else Fraction(1)


def jaccard_similarity(generated: str, reference: str) -> Fraction:
    """PlanningJaccard of two texts: shared elements over all elements, in [0, 1]."""
    ours, theirs = _flat(split(generated)), _flat(split(reference))
    return Fraction(len(ours & theirs), len(ours | theirs)) if ours | theirs else Fraction(1)


def _element(piece: str) -> Element:
    if not (piece.startswith("{") and piece.endswith("}")):
        return piece
    return frozenset(part.strip() for part in piece[1:-1].split(",") if part.strip())


def _flat(elements: tuple[Element, ...]) -> set[str]:
    flat: set[str] = set()
    for element in elements:
        flat |= {element} if isinstance(element, str) else element
    return flat


PlanInput: TypeAlias = str | Plan
Item = TypeVar("Item")
Matrix: TypeAlias = tuple[tuple[Fraction | None, ...], ...]

DEFAULT_THRESHOLD: Final = Fraction(1, 2)
"""The minimum score to pass, if no threshold is given; as in GAICo."""


class StepSplitting(StrEnum):
    """How a text becomes steps."""

    PLAN = "plan"
    """As a plan in any notation; `stack(a,b)` is one step."""
    GAICO = "gaico-compatible"
    """As GAICo 0.4, including its errors; only for texts."""


DEFAULT_METRICS: Final = (planning_lcs.METRIC.name, planning_jaccard.METRIC.name)

_GAICO_SIMILARITIES: Final[Mapping[str, Callable[[str, str], Fraction]]] = {
    planning_lcs.METRIC.name: lcs_similarity,
    planning_jaccard.METRIC.name: jaccard_similarity,
}


def similarities(splitting: StepSplitting = StepSplitting.PLAN) -> dict[str, Metric[PlanPair, Any]]:
    """The metrics for scoring plans, by name, including old names."""
    return {
        name: metric
        for metric in registry.METRICS
        if not metric.needs and len(metric.figures) == 1 and metric.figures[0].is_similarity
        if splitting is StepSplitting.PLAN or metric.name in _GAICO_SIMILARITIES
        for name in (metric.name, *metric.aliases)
    }


@dataclass(frozen=True, slots=True)
class BatchScore:
    """The scores of one metric for all pairs, in their order, and which of them pass."""

    metric: str
    values: tuple[Fraction, ...]
    threshold: Fraction

    @property
    def passed(self) -> tuple[bool, ...]:
        """Whether the score of each pair reaches the threshold."""
        return tuple(value >= self.threshold for value in self.values)

    @property
    def pass_rate(self) -> Fraction | None:
        """The share of pairs that pass, in [0, 1]; None without pairs."""
        return Fraction(sum(self.passed), len(self.values)) if self.values else None

    @property
    def mean(self) -> Fraction | None:
        """The mean score; None without pairs."""
        return sum(self.values, Fraction(0)) / len(self.values) if self.values else None


@dataclass(frozen=True, slots=True)
class Diversity:
    """The mean and the minimum distance over the pairs of a set of plans."""

    pairs: int
    n_undefined: int
    mean: Fraction | None
    minimum: Fraction | None


def score_pairs(
    generated: Sequence[PlanInput],
    reference: PlanInput | Sequence[PlanInput],
    *,
    metrics: Sequence[str] = DEFAULT_METRICS,
    thresholds: Mapping[str, Fraction | float] | None = None,
    splitting: StepSplitting = StepSplitting.PLAN,
    checkpoint: Checkpoint = NEVER,
) -> tuple[BatchScore, ...]:
    """Score each generated plan against the reference at the same index.

    A `reference` that is a text or a `Plan` is used for all. `checkpoint` is called for each pair
    and metric, and may raise to cancel. Raises ValueError if the lists differ in length, a metric
    is unknown, or a `Plan` is scored with GAICo's splitting.
    """
    if isinstance(reference, str | Plan):
        references: list[PlanInput] = [reference] * len(generated)
    else:
        references = list(reference)
    if len(references) != len(generated):
        raise ValueError(f"{len(generated)} plans, but {len(references)} references")
    available = similarities(splitting)
    unknown = [name for name in metrics if name not in available]
    if unknown:
        raise ValueError(f"unknown metric: {', '.join(unknown)}")
    pairs = list(zip(generated, references, strict=True))
    scores = (
        _gaico_scores(pairs, metrics, checkpoint)
        if splitting is StepSplitting.GAICO
        else _scores(pairs, metrics, checkpoint)
    )
    limits = thresholds or {}
    return tuple(
        BatchScore(name, tuple(scores[name]), Fraction(limits.get(name, DEFAULT_THRESHOLD)))
        for name in metrics
    )


def diversity(matrix: Matrix) -> Diversity:
    """The mean and the minimum over all pairs of different plans; None without a defined pair."""
    above = [value for i, row in enumerate(matrix) for value in row[i + 1 :]]
    # Half a million pairs share some hundred values: add up each once.
    counts = Counter(map(id, above))
    values = {id(value): value for value in above}
    defined = [(value, counts[at]) for at, value in values.items() if value is not None]
    n_defined = sum(count for _, count in defined)
    if not defined:
        return Diversity(len(above), len(above), None, None)
    average = sum((value * count for value, count in defined), Fraction(0)) / n_defined
    least = min(value for value, _ in defined)
    return Diversity(len(above), len(above) - n_defined, average, least)


def _scores(
    pairs: Sequence[tuple[PlanInput, PlanInput]], metrics: Sequence[str], checkpoint: Checkpoint
) -> dict[str, list[Fraction]]:
    plans = [PlanPair(learned=_plan(left), reference=_plan(right)) for left, right in pairs]
    available = similarities()
    return {
        name: [_score(available[name], pair) for pair in _each(plans, checkpoint)]
        for name in metrics
    }


def _each(items: Sequence[Item], checkpoint: Checkpoint) -> Iterator[Item]:
    for item in items:
        checkpoint()
        yield item


def _score(metric: Metric[PlanPair, Any], pair: PlanPair) -> Fraction:
    """The similarity of two plans, which is never undefined."""
    (value,) = metric.values(metric.measure(pair)).values()
    exact = number(value)
    assert isinstance(exact, int | Fraction)
    return Fraction(exact)


def _gaico_scores(
    pairs: Sequence[tuple[PlanInput, PlanInput]], metrics: Sequence[str], checkpoint: Checkpoint
) -> dict[str, list[Fraction]]:
    texts: list[tuple[str, str]] = []
    for left, right in pairs:
        if not isinstance(left, str) or not isinstance(right, str):
            raise ValueError("splitting as GAICo does needs plan texts")
        texts.append((left, right))
    available = similarities()
    return {
        name: [
            _GAICO_SIMILARITIES[available[name].name](*pair) for pair in _each(texts, checkpoint)
        ]
        for name in metrics
    }


def _plan(plan: PlanInput) -> Plan:
    return plan if isinstance(plan, Plan) else read_plan(plan)[0]


# Measure a set of plans with every plan metric: a matrix of all pairs, and the diversity.

Table: TypeAlias = list[list[Fraction | None]]
"""A matrix while it is filled."""


@dataclass(frozen=True, slots=True)
class PlanMatrix:
    """The values of one metric for all pairs of a set of plans.

    `values` is symmetric, with a row and a column for each plan. `diversity` is that of the
    distances, which are 1 minus the values for a similarity.
    """

    metric: str
    is_similarity: bool
    values: Matrix
    diversity: Diversity


def plan_matrices(
    plans: Sequence[Plan],
    traces: Sequence[Trace] | None = None,
    checkpoint: Checkpoint = NEVER,
) -> tuple[PlanMatrix, ...]:
    """Measure all pairs. With `traces`, one for each plan, also by states and causal links.

    A plan that cannot be executed to its end has neither: these distances are undefined.
    `checkpoint` is called for each pair and may raise to cancel.
    """
    runs = None if traces is None else [ExecutedPlan(trace) for trace in traces]

    def pair(left: int, right: int) -> PlanPair:
        executed = None if runs is None else (runs[left], runs[right])
        return PlanPair(learned=plans[left], reference=plans[right], runs=executed)

    available = pair(0, 0).given if plans else frozenset()
    figures = [
        figure
        for metric in registry.METRICS
        if metric.needs <= available
        for figure in metric.figures
    ]
    count = len(plans)
    tables: dict[str, Table] = {each.name: [[None] * count for _ in plans] for each in figures}
    # Most pairs share their value with others: sharing the objects takes a tenth of the memory.
    shared: dict[Fraction | None, Fraction | None] = {}
    for left in range(count):
        for right in range(left, count):
            checkpoint()
            values = _values(pair(left, right))
            for name, table in tables.items():
                value = shared.setdefault(values[name], values[name])
                table[left][right] = table[right][left] = value
    return tuple(_matrix(figure, tables[figure.name]) for figure in figures)


def _values(pair: PlanPair) -> dict[str, Fraction | None]:
    """All scores of two plans, exactly."""
    values = {}
    for metric, result in measure_all(registry.METRICS, pair):
        for name, value in metric.values(result).items():
            exact = number(value)
            values[name] = Fraction(exact) if isinstance(exact, int | Fraction) else None
    return values


def _matrix(figure: Figure[Any], table: Table) -> PlanMatrix:
    values = tuple(map(tuple, table))
    distances = values
    if figure.is_similarity:
        # One object per shared value, not one per pair.
        known = {id(value): value for row in values for value in row}
        other = {at: None if value is None else 1 - value for at, value in known.items()}
        distances = tuple(tuple(other[id(value)] for value in row) for row in values)
    return PlanMatrix(figure.name, figure.is_similarity, values, diversity(distances))
