"""The JSON data of repairs, and their edits as CSV rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from plancore.repair.result import Repair, Tally
from plancore.report.records import Count, DomainFileRecord, Record
from plancore.report.registry import FormatVersion
from plancore.report.repair.document import RepairReport

DOCUMENT: Final = FormatVersion("planeval repair", 1)


class EditRecord(Record):
    action: str
    part: str
    change: Literal["add", "remove", "retype"]
    literal: str


class TallyRecord(Record):
    valid: Count
    of: Count
    not_valid: Count
    of_not: Count


class OneRepairRecord(Record):
    edits: list[EditRecord]
    size: Count
    cost: float


class LeftOutPlanRecord(Record):
    plan: str
    reason: str


class RepairRecord(Record, tag_field="kind", tag="repair"):
    """Minimum repairs of a domain; `docs/reference/repair.md` describes the fields."""

    domain: DomainFileRecord
    reference: str | None
    edits: list[EditRecord] | None
    size: Count | None
    cost: float | None
    proved: bool
    lower_bound: float
    plans_before: TallyRecord
    plans_after: TallyRecord
    repairs: list[OneRepairRecord]
    all_smallest: bool
    left_out: list[LeftOutPlanRecord]
    impossible: list[LeftOutPlanRecord]
    errors: list[str]


def data(report: RepairReport) -> RepairRecord:
    """The record of repairs; the first one is the best."""
    result, domain = report.result, report.file.domain
    repairs = list(map(_repair, result.repairs))
    best = repairs[0] if repairs else None
    return RepairRecord(
        domain=DomainFileRecord(report.file.name, "" if domain is None else domain.name),
        reference=None if report.reference is None else report.reference.name,
        edits=None if best is None else best.edits,
        size=None if best is None else best.size,
        cost=None if best is None else best.cost,
        proved=result.proved,
        lower_bound=result.lower_bound,
        plans_before=_tally(result.before),
        plans_after=_tally(result.after),
        repairs=repairs,
        all_smallest=result.is_complete,
        left_out=[LeftOutPlanRecord(plan.case, plan.reason) for plan in result.left_out],
        impossible=[LeftOutPlanRecord(plan.case, plan.reason) for plan in result.impossible],
        errors=list(report.errors),
    )


def rows(report: RepairReport) -> Iterator[Sequence[object]]:
    """A row for each edit of each repair; repairs are numbered from 1, the best one."""
    yield "repair", "action", "part", "change", "literal", "cost_of_repair"
    for number, repair in enumerate(report.result.repairs, 1):
        for edit in repair.edits:
            yield number, edit.action, edit.part, edit.alteration, edit.literal, repair.cost


def _repair(repair: Repair) -> OneRepairRecord:
    edits = [
        EditRecord.made_from(edit, part=str(edit.part), change=str(edit.alteration))
        for edit in repair.edits
    ]
    return OneRepairRecord(edits, len(edits), repair.cost)


def _tally(tally: Tally) -> TallyRecord:
    return TallyRecord(tally.valid, tally.must_be_valid, tally.not_valid, tally.must_not_be_valid)
