"""A set of plans as plain data for JSON, and its pairs as rows for CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from plancore.jsonable import plain_number
from plancore.report.plans.review import PlanSetReview, Scores
from plancore.report.registry import Document

DOCUMENT: Final = Document("planeval plans", 1)


def data(review: PlanSetReview) -> dict[str, object]:
    """`docs/reference/plans.md` says what each field means."""
    return {
        "counts": {"plans": len(review.files), "errors": len(review.problems)},
        "plans": [
            {
                "plan": file.name,
                "format": file.plan.format.value,
                "steps": len(file.plan),
                "verdict": None if review.verdicts is None else review.verdicts[index].value,
            }
            for index, file in enumerate(review.files)
        ],
        "matrices": [matrix.to_dict() for matrix in review.matrices],
        "pairs": None if review.scores is None else _pairs(review.scores),
        "errors": list(review.problems),
    }


def rows(review: PlanSetReview) -> Iterator[Sequence[object]]:
    """A row for each metric and pair of plans, or plan and reference; `passes` is for the latter,
    None where nothing was asked of the value."""
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


def _pairs(scores: Scores) -> dict[str, object]:
    return {
        "references": list(scores.references),
        "splitting": scores.splitting.value,
        "scores": [score.to_dict() for score in scores.scores],
    }
