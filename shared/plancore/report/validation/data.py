"""Validation as plain data for JSON, and as rows for CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from plancore.jsonable import Json
from plancore.report.registry import Document
from plancore.report.validation.review import Link, Outcome, Validation
from plancore.simulate.atoms import Value
from plancore.simulate.trace import Verdict

DOCUMENT: Final = Document("planeval validate", 1)
_COLUMNS: Final = ("plan", "verdict", "steps", "cost", "failing_step", "failing_time", "reason")


def data(validation: Validation) -> Json:
    """`docs/validate.md` says what each field means."""
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
    data: Json = {
        "plan": plan.plan,
        "verdict": str(plan.verdict),
        "failing_step": plan.failing_step,
        "failing_time": _number(plan.failing_time),
        "reason": plan.reason,
        "unsatisfied": list(plan.unsatisfied),
        "unreached_goals": list(plan.unreached_goals),
        "cost": _number(plan.cost),
        "steps": plan.steps,
    }
    course = plan.course
    if course is not None:
        data["trace"] = [
            {
                "steps": list(change.steps),
                "actions": list(change.actions),
                "time": _number(change.time),
                "added": list(change.added),
                "deleted": list(change.deleted),
                "values": {fluent: _number(value) for fluent, value in change.values},
            }
            for change in course.changes
        ]
        data["causal_links"] = [_link(link) for link in course.links]
        data["unneeded_steps"] = None if course.unneeded is None else list(course.unneeded)
    return data


def _link(link: Link) -> Json:
    return {"producer": link.producer, "literal": link.literal, "consumer": link.consumer}


def _number(value: Value | None) -> int | float | None:
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    return value
