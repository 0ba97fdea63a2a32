"""Validation as plain data for JSON, and as rows for CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from plancore.jsonable import Json, fields_of
from plancore.report.registry import Document
from plancore.report.validation.review import Outcome, Validation
from plancore.simulate.trace import Verdict

DOCUMENT: Final = Document("planeval validate", 1)
_COLUMNS: Final = ("plan", "verdict", "steps", "cost", "failing_step", "failing_time", "reason")


def data(validation: Validation) -> Json:
    """`docs/reference/validate.md` says what each field means."""
    return {
        "counts": {
            "plans": len(validation.plans),
            **{str(verdict): validation.count(verdict) for verdict in Verdict},
        },
        "plans": [_plan(outcome) for outcome in validation.plans],
        "errors": list(validation.problems),
    }


def rows(validation: Validation) -> Iterator[Sequence[object]]:
    """A row for each plan."""
    yield _COLUMNS
    for outcome in validation.plans:
        plan = _plan(outcome)
        yield [plan[column] for column in _COLUMNS]


def _plan(plan: Outcome) -> Json:
    data = fields_of(plan)
    del data["course"]
    return data if plan.course is None else data | fields_of(plan.course)
