"""Repairs as plain data for JSON, and their edits as rows for CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from plancore.jsonable import Json
from plancore.repair.result import Repair, Tally
from plancore.report.registry import Document
from plancore.report.repair.review import RepairReport

DOCUMENT: Final = Document("planeval repair", 1)


def data(report: RepairReport) -> Json:
    """`docs/reference/repair.md` says what each field means."""
    result, domain = report.result, report.file.domain
    best = result.repairs[0] if result.repairs else None
    reference = report.reference
    return {
        "kind": report.kind,
        "domain": {"file": report.file.name, "name": "" if domain is None else domain.name},
        "reference": reference and reference.name,
        "edits": None if best is None else _edits(best),
        "size": None if best is None else len(best.edits),
        "cost": None if best is None else best.cost,
        "proved": result.proved,
        "lower_bound": result.lower_bound,
        "plans_before": _tally(result.before),
        "plans_after": _tally(result.after),
        "repairs": [_repair(repair) for repair in result.repairs],
        "all_smallest": result.is_complete,
        "left_out": [{"plan": plan.case, "reason": plan.reason} for plan in result.left_out],
        "impossible": [{"plan": plan.case, "reason": plan.reason} for plan in result.impossible],
        "errors": list(report.errors),
    }


def rows(report: RepairReport) -> Iterator[Sequence[object]]:
    """A row for each edit of each repair; these are numbered from 1, the best one."""
    yield "repair", "action", "part", "change", "literal", "cost_of_repair"
    for number, repair in enumerate(report.result.repairs, 1):
        for edit in _edits(repair):
            yield number, *edit.values(), repair.cost


def _repair(repair: Repair) -> Json:
    return {"edits": _edits(repair), "size": len(repair.edits), "cost": repair.cost}


def _edits(repair: Repair) -> list[Json]:
    return [
        {
            "action": edit.action,
            "part": str(edit.part),
            "change": str(edit.alteration),
            "literal": edit.literal,
        }
        for edit in repair.edits
    ]


def _tally(tally: Tally) -> Json:
    return {
        "valid": tally.valid,
        "of": tally.must_be_valid,
        "not_valid": tally.not_valid,
        "of_not": tally.must_not_be_valid,
    }
