"""A set of plans as plain data for JSON."""

from __future__ import annotations

from typing import Final

from plancore.report.plans.review import PlanSetReview, Scores
from plancore.report.registry import Document

DOCUMENT: Final = Document("planeval plans", 1)


def data(review: PlanSetReview) -> dict[str, object]:
    """`docs/plans.md` says what each field means."""
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


def _pairs(scores: Scores) -> dict[str, object]:
    return {
        "references": list(scores.references),
        "splitting": scores.splitting.value,
        "scores": [score.to_dict() for score in scores.scores],
    }
