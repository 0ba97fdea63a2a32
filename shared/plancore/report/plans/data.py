"""The JSON data of a set of plans, and its pairs as CSV rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from plancore.jsonable import plain_number
from plancore.metrics.support.confusion import as_float
from plancore.metrics.support.plan_batches import BatchScore, PlanMatrix, StepSplitting
from plancore.model.plan import PlanFormat
from plancore.report.plans.document import PlanSetReview, Scores
from plancore.report.records import Amount, Count, Record, Share
from plancore.report.registry import FormatVersion
from plancore.simulate.trace import Verdict

DOCUMENT: Final = FormatVersion("planeval plans", 1)


class PlansCountsRecord(Record):
    plans: Count
    errors: Count


class PlanOfSetRecord(Record):
    plan: str
    format: PlanFormat
    steps: Count
    verdict: Verdict | None


class DiversityRecord(Record):
    pairs: Count
    n_undefined: Count
    mean: Amount | None
    minimum: Amount | None


class PlanMatrixRecord(Record):
    metric: str
    similarity: bool
    diversity: DiversityRecord
    matrix: list[list[Amount | None]]


class ScoreRecord(Record):
    metric: str
    pairs: Count
    passed: Count
    failed: Count
    threshold: Share
    pass_rate: Share | None
    mean: Share | None
    values: list[Share]


class PlanPairsRecord(Record):
    references: list[str]
    splitting: StepSplitting
    scores: list[ScoreRecord]


class PlansRecord(Record):
    """The metrics of a set of plans; `docs/reference/plans.md` describes the fields."""

    counts: PlansCountsRecord
    plans: list[PlanOfSetRecord]
    matrices: list[PlanMatrixRecord]
    pairs: PlanPairsRecord | None
    errors: list[str]


def data(review: PlanSetReview) -> PlansRecord:
    """The record of a set of plans."""
    return PlansRecord(
        counts=PlansCountsRecord(len(review.files), len(review.problems)),
        plans=[
            PlanOfSetRecord(
                plan=file.name,
                format=file.plan.format,
                steps=len(file.plan),
                verdict=None if review.verdicts is None else review.verdicts[index],
            )
            for index, file in enumerate(review.files)
        ],
        matrices=list(map(_matrix, review.matrices)),
        pairs=None if review.scores is None else _pairs(review.scores),
        errors=list(review.problems),
    )


def rows(review: PlanSetReview) -> Iterator[Sequence[object]]:
    """A row for each metric and pair of plans; `passes` is None without a threshold."""
    yield "metric", "plan", "other", "value", "passes"
    names = [file.name for file in review.files]
    for matrix in review.matrices:
        for (row, plan), (column, other) in combinations(enumerate(names), 2):
            value = matrix.values[row][column]
            yield matrix.metric, plan, other, None if value is None else plain_number(value), None
    if review.scores is not None:
        for score in review.scores.scores:
            told = zip(names, review.scores.references, score.values, score.passed, strict=True)
            for plan, reference, scored, passes in told:
                yield score.metric, plan, reference, plain_number(scored), passes


def _matrix(matrix: PlanMatrix) -> PlanMatrixRecord:
    diversity = matrix.diversity
    return PlanMatrixRecord(
        metric=matrix.metric,
        similarity=matrix.is_similarity,
        diversity=DiversityRecord(
            diversity.pairs,
            diversity.n_undefined,
            as_float(diversity.mean),
            as_float(diversity.minimum),
        ),
        matrix=[[as_float(value) for value in row] for row in matrix.values],
    )


def _pairs(scores: Scores) -> PlanPairsRecord:
    return PlanPairsRecord(
        list(scores.references), scores.splitting, list(map(_score, scores.scores))
    )


def _score(score: BatchScore) -> ScoreRecord:
    passed = sum(score.passed)
    return ScoreRecord(
        metric=score.metric,
        pairs=len(score.values),
        passed=passed,
        failed=len(score.values) - passed,
        threshold=float(score.threshold),
        pass_rate=as_float(score.pass_rate),
        mean=as_float(score.mean),
        values=[float(value) for value in score.values],
    )
