"""The figures of each action of a learned domain, as rows and as cells of tables of many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from plancore.jsonable import plain_number
from plancore.metrics import action_similarity, syntactic
from plancore.metrics.action_similarity import OneActionSimilarity
from plancore.metrics.base import Value
from plancore.metrics.coded_power import CodedPower
from plancore.metrics.reconstruction_error import ReconstructionError
from plancore.metrics.support.confusion import COUNTS, Confusion, Mean, Ratio
from plancore.metrics.support.predictions import PredictivePower
from plancore.metrics.syntactic import CountedPart
from plancore.report.domain.review import DomainReview
from plancore.report.evaluation.review import Evaluation

ActionScores: TypeAlias = Mapping[str, Mapping[str, float | None]]
"""By the name of an action its figures by their names, None where undefined."""

_PARTS: Final = (CountedPart.PRE, CountedPart.EFF, CountedPart.ALL)
_RATIOS: Final = ("precision", "recall", "f1")


class ScoreRow(NamedTuple):
    """A figure, of an action or of all; `counts` as `as_number` has them."""

    metric: str
    figure: str
    action: str | None
    value: object
    counts: str | None


def action_rows(evaluation: Evaluation) -> Iterator[ScoreRow]:
    """Each figure of each action: of the literals, then of the states, where there are any."""
    for row in evaluation.review.similarity.actions:
        yield from _of_action(evaluation.review, row)
    for metric, result in evaluation.measured:
        if isinstance(result, ReconstructionError):
            for name, error in result.actions.items():
                yield ScoreRow(metric.name, "reconstruction_error", name, error, None)
        power = power_in(result)
        if power is not None:
            yield from _of_power(metric.name, power)


def scores_of_actions(evaluation: Evaluation) -> ActionScores:
    """The same by action, without the counts that ratios are made of. Where an extra action is
    called like one of the reference, only that one is there."""
    scores: dict[str, dict[str, float | None]] = {}
    for row in evaluation.review.similarity.actions:
        counts = evaluation.review.counts_of(row.action)
        if row.action.name not in scores:
            found = scores[row.action.name] = {"similarity": _plain(row.value)}
            if counts is not None:
                for part in _PARTS:
                    found |= _scores(part.value, counts.rows[part])
    for _, result in evaluation.measured:
        if isinstance(result, ReconstructionError):
            for name, error in result.actions.items():
                scores.setdefault(name, {})["reconstruction_error"] = error
        power = power_in(result)
        for action in () if power is None else power.actions:
            found = scores.setdefault(action.name, {})
            found |= _scores("applicability", action.applicability)
            found |= _scores("effects", action.effects)
    return scores


@lru_cache(maxsize=4096)
def _scores(part: str, counts: Confusion) -> Mapping[str, float | None]:
    """The figures of a part. Of many actions few differ in their counts."""
    scores: dict[str, float | None] = {}
    for _, figure, _, value, _ in _all_of("", part, "", counts):
        assert value is None or isinstance(value, int | float)
        scores[figure] = value
    return scores


def _of_action(review: DomainReview, row: OneActionSimilarity) -> Iterator[ScoreRow]:
    action, different, union = row.action, row.n_different, row.n_union
    similarity = Ratio(row.value, union - different, union)
    metric = action_similarity.METRIC.name
    yield ScoreRow(metric, "similarity", action.name, *as_number(similarity))
    counts = review.counts_of(action)
    if counts is not None:
        metric = syntactic.METRIC.name
        for part in _PARTS:
            yield from _all_of(metric, part.value, action.name, counts.rows[part])


def power_in(result: object) -> PredictivePower | None:
    """What was measured on states, with the names as they are or through a codec."""
    if isinstance(result, CodedPower):
        return result.power
    return result if isinstance(result, PredictivePower) else None


def _of_power(metric: str, power: PredictivePower) -> Iterator[ScoreRow]:
    for part in ("applicability", "effects"):
        for action in power.actions:
            counts = action.applicability if part == "applicability" else action.effects
            yield from _all_of(metric, part, action.name, counts)


def _all_of(metric: str, part: str, action: str, counts: Confusion) -> Iterator[ScoreRow]:
    for name in _RATIOS:
        yield ScoreRow(metric, f"{part}_{name}", action, *as_number(counts.counted(name)))
    yield from count_rows(metric, f"{part}_{{}}", counts, action)


def count_rows(
    metric: str, form: str, counts: Confusion, action: str | None = None
) -> Iterator[ScoreRow]:
    """Accuracy, Jaccard index, and the counts of all ratios; `form` has a place for a name."""
    for name in ("accuracy", "jaccard"):
        yield ScoreRow(metric, form.format(name), action, *as_number(counts.counted(name)))
    for name in COUNTS:
        yield ScoreRow(metric, form.format(name), action, *as_number(getattr(counts, name)))


def as_number(value: Value) -> tuple[object, str | None]:
    """A figure as a number, 1 or 0 for yes and no, and what it was made of: `7/8`, or `5 of 6`
    values of which it is a mean."""
    match value:
        case Ratio(ratio, numerator, denominator):
            return _plain(ratio), f"{numerator}/{denominator}"
        case Mean(mean, n_defined, n_undefined):
            return _plain(mean), f"{n_defined} of {n_defined + n_undefined}"
        case bool() | Fraction():
            return _plain(Fraction(value)), None
        case str():
            return None, value
        case _:
            return value, None


def _plain(value: Fraction | None) -> float | int | None:
    return None if value is None else plain_number(value)
