"""A set of plans as text for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from plancore.metrics.support.plan_batches import BatchScore
from plancore.metrics.support.plan_matrices import PlanMatrix
from plancore.phrases import count_of
from plancore.report.figures import decimal
from plancore.report.lines import Line, line, visible
from plancore.report.plans.review import PlanSetReview, Scores
from plancore.report.table import head, table

_MOST_COLUMNS: Final = 16
"""Matrices of more plans are no reading matter; JSON has them."""


def lines(review: PlanSetReview) -> Iterator[Line]:
    """The plans by number; then pairs and their scores, or the diversity and the matrices."""
    yield from _plans(review)
    if review.scores is not None:
        yield ()
        yield from _pairs(review, review.scores)
        yield ()
        yield from map(_summary, review.scores.scores)
    elif review.matrices:
        yield ()
        yield from _diversity(review.matrices)
        if 2 <= len(review.files) <= _MOST_COLUMNS:
            for matrix in review.matrices:
                yield ()
                yield from _matrix(matrix)


def headline(review: PlanSetReview) -> str:
    """How many plans there are, and how many reach what is asked of them."""
    counts = [count_of(len(review.files), "plan")]
    if review.scores is not None:
        counts += [
            f"{sum(score.passed)} of {len(score.values)} reach {score.metric}"
            f" {decimal(score.threshold)}"
            for score in review.scores.scores
        ]
    return ", ".join(counts)


def _plans(review: PlanSetReview) -> list[Line]:
    rows = []
    for index, file in enumerate(review.files):
        verdict = "" if review.verdicts is None else review.verdicts[index].value
        rows.append([f"{index + 1}", visible(file.name), count_of(len(file.plan), "step"), verdict])
    return table(rows, right=(0,))


def _pairs(review: PlanSetReview, scores: Scores) -> list[Line]:
    rows = [head("", *(score.metric for score in scores.scores), "reference")]
    for index in range(len(review.files)):
        cells = [
            f"{decimal(score.values[index])} {'pass' if score.passed[index] else 'FAIL'}"
            for score in scores.scores
        ]
        rows.append([f"{index + 1}", *cells, visible(scores.references[index])])
    return table(rows, right=(0,))


def _summary(score: BatchScore) -> Line:
    return line(
        f"{score.metric}: {sum(score.passed)} of {len(score.values)} reach"
        f" {decimal(score.threshold)}, mean {decimal(score.mean)}"
    )


def _diversity(matrices: Sequence[PlanMatrix]) -> list[Line]:
    rows = [head("diversity", "pairs", "undefined", "mean", "min")]
    for matrix in matrices:
        diversity = matrix.diversity
        name = f"1 - {matrix.metric}" if matrix.is_similarity else matrix.metric
        counts = [str(diversity.pairs), str(diversity.n_undefined)]
        rows.append([name, *counts, decimal(diversity.mean), decimal(diversity.minimum)])
    return table(rows, right=(1, 2, 3, 4))


def _matrix(matrix: PlanMatrix) -> list[Line]:
    numbers = [str(index + 1) for index in range(len(matrix.values))]
    rows = [head(matrix.metric, *numbers)]
    rows += [
        [number, *map(decimal, row)] for number, row in zip(numbers, matrix.values, strict=True)
    ]
    together = (1,) * len(numbers)
    return table(rows, right=range(1, len(numbers) + 1), together=together)
