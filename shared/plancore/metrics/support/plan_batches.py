"""Many plans at once: pairs with pass thresholds, matrices of distances, diversity of a set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final, TypeAlias, TypeVar

from plancore.metrics import planning_jaccard, planning_lcs
from plancore.metrics.base import Metric, number
from plancore.metrics.pairs import PlanPair
from plancore.metrics.registry import plans as registry
from plancore.metrics.support import gaico_splitting
from plancore.model.plan import Plan
from plancore.notation.plans.reader import read_plan
from plancore.stop import NEVER, Checkpoint

PlanInput: TypeAlias = str | Plan
Item = TypeVar("Item")
Matrix: TypeAlias = tuple[tuple[Fraction | None, ...], ...]

DEFAULT_THRESHOLD: Final = Fraction(1, 2)
"""A score passes from here on where no other threshold is given, as in GAICo."""


class Splitting(StrEnum):
    """How a text becomes steps."""

    PLAN = "plan"
    """By the notations of plans; `stack(a,b)` is one step."""
    GAICO = "gaico-compatible"
    """As GAICo 0.4 does it, with its faults; only texts can be scored."""


DEFAULT_METRICS: Final = (planning_lcs.METRIC.name, planning_jaccard.METRIC.name)

_GAICO_SIMILARITIES: Final[Mapping[str, Callable[[str, str], Fraction]]] = {
    planning_lcs.METRIC.name: gaico_splitting.lcs_similarity,
    planning_jaccard.METRIC.name: gaico_splitting.jaccard_similarity,
}


def similarities(splitting: Splitting = Splitting.PLAN) -> dict[str, Metric[PlanPair, Any]]:
    """The metrics that plans can be scored with, by their names, old ones included."""
    return {
        name: metric
        for metric in registry.METRICS
        if not metric.needs and len(metric.figures) == 1 and metric.figures[0].is_similarity
        if splitting is Splitting.PLAN or metric.name in _GAICO_SIMILARITIES
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
        """For each pair whether its score reaches the threshold."""
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
    """The mean and the least distance over the pairs of a set of plans."""

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
    splitting: Splitting = Splitting.PLAN,
    checkpoint: Checkpoint = NEVER,
) -> tuple[BatchScore, ...]:
    """Score each generated plan against the reference at the same place, or the only one.

    `checkpoint` is called for each pair and metric, and may raise to cancel.
    A reference that is a text or a `Plan` is one reference for all. Raises ValueError when
    the lists differ in length, a metric is unknown, or a `Plan` is to be split as GAICo does.
    """
    if isinstance(reference, str | Plan):
        references: list[PlanInput] = [reference] * len(generated)
    else:
        references = list(reference)
    if len(references) != len(generated):
        raise ValueError(f"{len(generated)} plans against {len(references)} references")
    available = similarities(splitting)
    unknown = [name for name in metrics if name not in available]
    if unknown:
        raise ValueError(f"no such metric: {', '.join(unknown)}")
    pairs = list(zip(generated, references, strict=True))
    scores = (
        _gaico_scores(pairs, metrics, checkpoint)
        if splitting is Splitting.GAICO
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
    # Half a million pairs share some hundred values: each is added up once.
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
            raise ValueError("only texts can be split as GAICo does")
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
