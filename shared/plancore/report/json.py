"""Reviews as JSON, versioned."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
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
    # Only what is asked for is imported.
    if review.kind == "domain":
        from plancore.report.domain.data import domain_data

        return domain_data(review)
    if review.kind == "problem":
        from plancore.report.problem.data import problem_data

        return problem_data(review)
    from plancore.report.plan.data import plan_data

    return plan_data(review)
