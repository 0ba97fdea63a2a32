"""Every figure of an evaluation as a row: of the two domains, then of each action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from plancore.jsonable import plain_number
from plancore.metrics import action_similarity, syntactic
from plancore.metrics.action_similarity import OneActionSimilarity
from plancore.metrics.base import Value
from plancore.metrics.plan_acceptance import PlanAcceptance
from plancore.metrics.support.confusion import Mean, Ratio
from plancore.metrics.syntactic import CountedPart
from plancore.report.domain.review import DomainReview
from plancore.report.evaluation.review import Evaluation

_COLUMNS: Final = ("metric", "figure", "action", "value", "counts")
_PARTS: Final = (CountedPart.PRE, CountedPart.EFF, CountedPart.ALL)
_RATIOS: Final = ("precision", "recall", "f1")


def rows(evaluation: Evaluation) -> Iterator[Sequence[object]]:
    """The names of the columns, then the rows. `value` is a number, 1 or 0 for yes and no, None for
    undefined; `counts` what it was made of: `7/8`, or `5 of 6` of which it is a mean."""
    yield _COLUMNS
    solved = () if evaluation.solving is None else evaluation.solving.measured
    for metric, result in (*evaluation.review.measured, *evaluation.measured, *solved):
        values = metric.values(result)
        if isinstance(result, PlanAcceptance):
            # It is no column of tables of learned domains: few of them come with plans.
            values = result.ratios()
        for figure, value in values.items():
            yield metric.name, figure, None, *_number(value)
    for row in evaluation.review.similarity.actions:
        yield from _of_action(evaluation.review, row)


def _of_action(review: DomainReview, row: OneActionSimilarity) -> Iterator[Sequence[object]]:
    action, different, union = row.action, row.n_different, row.n_union
    similarity = Ratio(row.value, union - different, union)
    yield action_similarity.METRIC.name, "similarity", action.name, *_number(similarity)
    counts = review.counts_of(action)
    if counts is not None:
        for part in _PARTS:
            for name in _RATIOS:
                value = counts.rows[part].counted(name)
                figure = f"{part.value}_{name}"
                yield syntactic.METRIC.name, figure, action.name, *_number(value)


def _number(value: Value) -> tuple[object, str | None]:
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
