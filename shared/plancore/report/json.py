"""Reviews as JSON, versioned."""

from __future__ import annotations

import json
from typing import Final

from plancore.report.domain.data import domain_data
from plancore.report.domain.review import DomainReview
from plancore.report.plan.data import plan_data
from plancore.report.plan.review import PlanReview
from plancore.report.problem.data import problem_data
from plancore.report.problem.review import ProblemReview
from plancore.report.review import Review

VERSION: Final = 1
"""Raised when a field changes its meaning or goes; new fields may come without."""


def json_data(review: Review) -> dict[str, object]:
    """The review as plain data."""
    return {"format": "plandiff", "version": VERSION, **_body(review)}


def json_text(review: Review) -> str:
    """The review as a JSON document."""
    return json.dumps(json_data(review), indent=2, ensure_ascii=False) + "\n"


def _body(review: Review) -> dict[str, object]:
    match review:
        case DomainReview():
            return domain_data(review)
        case ProblemReview():
            return problem_data(review)
        case PlanReview():
            return plan_data(review)
