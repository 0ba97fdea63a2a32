"""Problems solved as plain data for JSON, and a row for each attempt for CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from plancore.jsonable import Json
from plancore.metrics.attempts import Attempt, Solving
from plancore.report.registry import Document
from plancore.report.solve.review import SolveReport, figures_of

DOCUMENT: Final = Document("planeval solve", 1)
_COLUMNS: Final = (
    "class",
    "wall",
    "cpu",
    "memory",
    "length",
    "cost",
    "failing_step",
    "reason",
)


def data(report: SolveReport) -> Json:
    """`docs/reference/solve.md` says what each field means."""
    return {
        "learned": report.learned,
        "reference": report.reference,
        "codec": report.codec,
        "planners": [entry._asdict() for entry in report.planners],
        "limits": {
            "time": report.time_limit,
            "memory": report.memory_limit,
            "enforced": dict(report.enforced),
        },
        "machine": dict(report.machine),
        "metrics": figures_of(report.measured),
        "by_planner": {name: figures_of(measured) for name, measured in report.by_planner},
        "problems": [_entry(each) for each in report.solvings if each.learned is not None],
        "reference_plans": [
            _own(each.reference)
            for each in report.solvings
            if each.learned is None and each.reference is not None
        ],
        "notes": list(report.notes),
        "errors": list(report.problems),
    }


def rows(report: SolveReport) -> Iterator[Sequence[object]]:
    """A row for each attempt; `model` is the domain that it was made with."""
    yield "problem", "planner", "model", *_COLUMNS, "valid_in_learned", "source", "remark"
    for solving in report.solvings:
        for model, attempt in (("learned", solving.learned), ("reference", solving.reference)):
            if attempt is not None:
                told = _own(attempt)
                accepted = None if attempt.in_learned is None else attempt.in_learned.verdict.value
                columns = (told[column] for column in _COLUMNS)
                rest = accepted, attempt.source, attempt.remark
                yield attempt.problem, attempt.planner, model, *columns, *rest


def _entry(solving: Solving) -> Json:
    assert solving.learned is not None
    reference = None if solving.reference is None else _own(solving.reference)
    return _own(solving.learned) | {"with_reference": reference}


def _own(attempt: Attempt) -> Json:
    cost = None if attempt.cost is None else float(attempt.cost)
    return attempt.data() | {"cost": cost}
